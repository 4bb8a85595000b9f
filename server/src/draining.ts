import type { Dispatcher } from './calls/dispatcher.ts';
import type { InboundCalls } from './calls/inbound.ts';
import type { LiveCalls } from './calls/live-calls.ts';
import { RequestError } from './kernel/request-error.ts';
import { within } from './kernel/within.ts';

/** What is being said (4 s at most), the farewell itself, and a slow synthesizer; then the other side hears silence, or has hung up. */
const FAREWELL_MS = 10_000;
const SETTLED_MS = 2000;
/** A client that comes back then finds the next process, or is sent to another node by its proxy. */
const RETRY_AFTER_S = 10;

/** The stop of a node that carries calls: no new ones, the live ones go on for a while, then they are ended politely. */
export class Draining {
  readonly #options: { dispatcher: Dispatcher; inbound: InboundCalls; live: LiveCalls; limitS: number };
  #hasBegun = false;

  constructor(options: { dispatcher: Dispatcher; inbound: InboundCalls; live: LiveCalls; limitS: number }) {
    this.#options = options;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Throws 503 once no call is taken any more. */
  refusePlacing(): void {
    if (!this.#hasBegun) return;
    throw new RequestError('server_error', 'This service is stopping and takes no more calls. Try again in a moment.', {
      status: 503,
      retryAfterS: RETRY_AFTER_S,
    });
  }

  /** Resolves when no call is live any more, or when all that could be waited for is over. `hurry` ends every wait. */
  async run(hurry: AbortSignal): Promise<void> {
    const { live, limitS } = this.#options;
    await this.#takeNoMore(hurry);
    if (!hurry.aborted) await live.drain(limitS * 1000, hurry);
    if (!hurry.aborted) await live.sayFarewell(FAREWELL_MS, hurry);
  }

  /** Hangs up in what is still live. */
  async endAll(): Promise<void> {
    await this.#takeNoMore();
    await this.#options.live.endAll('interrupted_by_restart');
  }

  /** What is being taken at this moment is waited for, unless the database is away. */
  async #takeNoMore(hurry?: AbortSignal): Promise<void> {
    const { dispatcher, inbound } = this.#options;
    this.#hasBegun = true;
    inbound.close();
    await within(SETTLED_MS, Promise.all([dispatcher.close(), inbound.settled()]), hurry);
  }
}
