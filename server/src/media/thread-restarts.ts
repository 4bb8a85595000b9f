export interface RestartLimits {
  firstDelayMs: number;
  longestDelayMs: number;
  /** A thread that dies `deaths` times within `windowMs` is left out for good. */
  deaths: number;
  windowMs: number;
}

/** A cause that needs 30 s to pass is not ours to wait out faster; three deaths in ten minutes are no accident. */
export const RESTART_LIMITS: RestartLimits = {
  firstDelayMs: 250,
  longestDelayMs: 30_000,
  deaths: 3,
  windowMs: 600_000,
};

/** When a thread that died is started again: later each time, and never once it has died too often. */
export class ThreadRestarts {
  readonly #limits: RestartLimits;
  #deathsMs: number[] = [];
  #delayMs = 0;

  constructor(limits: RestartLimits) {
    this.#limits = limits;
  }

  /** @returns how long to wait before the next start, or null: not again */
  noteDeath(nowMs: number): number | null {
    const { firstDelayMs, longestDelayMs, deaths } = this.#limits;
    this.#forget(nowMs);
    this.#delayMs = this.#deathsMs.length === 0 ? firstDelayMs : Math.min(longestDelayMs, this.#delayMs * 2);
    this.#deathsMs.push(nowMs);
    return this.#deathsMs.length >= deaths ? null : this.#delayMs;
  }

  /** Whether it died within the window: it gets its share of new calls, and not all of them because it has none. */
  isRecent(nowMs: number): boolean {
    this.#forget(nowMs);
    return this.#deathsMs.length > 0;
  }

  #forget(nowMs: number): void {
    this.#deathsMs = this.#deathsMs.filter((deathMs) => nowMs - deathMs < this.#limits.windowMs);
  }
}
