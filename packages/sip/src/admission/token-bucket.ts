import type { Scheduler } from '../scheduler.ts';

/** Finer than a burst is felt: what is refilled at once is also worked on at once. */
const REFILL_MS = 100;

/** Permits so many a second, and a burst after a pause. Has a timer only while it is not full. */
export class TokenBucket {
  readonly #scheduler: Scheduler;
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #cancelRefill: (() => void) | null = null;

  constructor(scheduler: Scheduler, perSecond: number, burst: number) {
    this.#scheduler = scheduler;
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
  }

  get isEmpty(): boolean {
    return this.#tokens < 1;
  }

  take(): boolean {
    if (this.isEmpty) return false;
    this.#tokens -= 1;
    if (!this.#cancelRefill) this.#refillLater();
    return true;
  }

  /** Leaves no timer. */
  close(): void {
    this.#cancelRefill?.();
  }

  #refillLater(): void {
    this.#cancelRefill = this.#scheduler.schedule(REFILL_MS, () => {
      this.#cancelRefill = null;
      this.#tokens = Math.min(this.#burst, this.#tokens + (this.#perSecond * REFILL_MS) / 1000);
      if (this.#tokens < this.#burst) this.#refillLater();
    });
  }
}
