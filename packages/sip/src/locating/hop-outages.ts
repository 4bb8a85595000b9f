import type { Scheduler } from '../scheduler.ts';
import type { Hop } from '../transports/transport.ts';

/** A hop that did not answer, or could not be connected with. */
const FAILED_MS = 30_000;
/** A hop that says with 503 when to come back is believed up to here. */
const LONGEST_MS = 300_000;

/** The hops that all requests leave out for a while: RFC 3261 section 21.5.4, RFC 3263 section 4.3. */
export class HopOutages {
  readonly #scheduler: Scheduler;
  readonly #ends = new Map<string, () => void>(); // what cancels the timer that ends it
  #isClosed = false;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** Leaves a hop out for so long, within reason. */
  add(hop: Hop, durationMs = FAILED_MS): void {
    if (this.#isClosed || durationMs <= 0) return;
    const key = keyOf(hop);
    this.#ends.get(key)?.();
    const end = this.#scheduler.schedule(Math.min(durationMs, LONGEST_MS), () => this.#ends.delete(key));
    this.#ends.set(key, end);
  }

  /** It has answered. */
  remove(hop: Hop): void {
    const key = keyOf(hop);
    this.#ends.get(key)?.();
    this.#ends.delete(key);
  }

  /** Whether it is left out. */
  has(hop: Hop): boolean {
    return this.#ends.has(keyOf(hop));
  }

  /** Without those that are out; all of them where none is left: a request that is refused is no worse than one that is not sent. */
  usable(hops: readonly Hop[]): Hop[] {
    if (this.#ends.size === 0) return [...hops];
    const usable = hops.filter((hop) => !this.#ends.has(keyOf(hop)));
    return usable.length > 0 ? usable : [...hops];
  }

  /** Nothing is left out any more. Idempotent. */
  close(): void {
    this.#isClosed = true;
    for (const end of this.#ends.values()) end();
    this.#ends.clear();
  }
}

function keyOf({ protocol, host, port }: Hop): string {
  return `${protocol} ${host}:${port}`;
}
