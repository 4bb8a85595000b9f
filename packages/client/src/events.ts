import { eventBlocks } from './event-text.ts';
import { ParleyError } from './parley-error.ts';
import type { StreamEvent } from './resources.ts';
import { retryDelayMs } from './retry.ts';
import type { Transport } from './transport.ts';
import { wait } from './wait.ts';

export interface FollowEvents {
  /** Go on after this event. Left out: from now on. */
  lastEventId?: number | undefined;
  /** Events of this call. */
  callId?: string | undefined;
  types?: readonly Exclude<StreamEvent['event'], 'reset'>[] | undefined;
  /** Ends the iteration, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** The service says something every 15 s: a connection that is silent for longer is a dead one. */
const SILENCE_MS = 45_000;

export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * What happens, as it happens. Connects again by itself where it was cut off, and goes on where it was: nothing is
   * lost, and nothing comes twice.
   * @throws ParleyError when the service refuses, for example because the key was revoked.
   */
  async *stream(options: FollowEvents = {}): AsyncGenerator<StreamEvent, void, undefined> {
    let position = options.lastEventId;
    let pauseMs = 1000;
    for (let failures = 0; ; ) {
      const connection = new AbortController();
      const onAbort = () => connection.abort(options.signal?.reason);
      options.signal?.throwIfAborted();
      options.signal?.addEventListener('abort', onAbort, { once: true });
      const watch = new SilenceWatch(connection);
      try {
        for await (const block of eventBlocks(await this.#open(options, position, connection.signal))) {
          watch.noteSign();
          failures = 0;
          if (block.retryMs !== null) pauseMs = block.retryMs;
          if (block.event !== null && block.data !== null) {
            yield { id: Number(block.id), event: block.event, data: JSON.parse(block.data) } as StreamEvent;
          }
          if (block.id !== null) position = Number(block.id);
        }
      } catch (error) {
        options.signal?.throwIfAborted();
        failures += 1;
        await wait(delayMs(error, failures), options.signal);
        continue;
      } finally {
        watch.stop();
        options.signal?.removeEventListener('abort', onAbort);
        connection.abort();
      }
      await wait(pauseMs, options.signal);
    }
  }

  #open(
    { callId, types }: FollowEvents,
    position: number | undefined,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>> {
    const query = { call_id: callId, types: types?.join(','), last_event_id: position };
    return this.#transport.open(
      { method: 'GET', path: ['events'], query, accept: 'text/event-stream', repeatable: true },
      signal,
    );
  }
}

/** Throws what trying again does not mend. */
function delayMs(error: unknown, number: number): number {
  const known =
    error instanceof ParleyError ? error : new ParleyError('connection_failed', String(error), { cause: error });
  const pauseMs = retryDelayMs(known, { number, repeatable: true, random: Math.random });
  if (pauseMs === null) throw known;
  return pauseMs;
}

class SilenceWatch {
  readonly #connection: AbortController;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(connection: AbortController) {
    this.#connection = connection;
    this.noteSign();
  }

  noteSign(): void {
    this.stop();
    this.#timer = setTimeout(() => this.#connection.abort(), SILENCE_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
