import { type RateState, RequestError } from '../kernel/request-error.ts';

const WINDOW_MS = 60_000;
/** Callers that have said nothing for two windows are forgotten. */
const SWEEP_EVERY_MS = 120_000;

interface Usage {
  windowStartMs: number;
  before: number;
  now: number;
}

/**
 * Requests a minute for each caller, in memory: a sliding window out of two fixed ones, the older of which counts for
 * the part of it that the last minute still covers.
 */
export class RateLimiter {
  readonly #limit: number;
  readonly #clockMs: () => number;
  readonly #usage = new Map<string, Usage>();
  #sweptMs = 0;

  constructor(limit: number, clockMs: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#clockMs = clockMs;
  }

  /** Counts one request, or throws 429. */
  count(caller: string): RateState {
    const state = this.state(caller);
    if (state.remaining === 0) {
      const retryAfterS = Math.max(1, state.resetS);
      throw new RequestError(
        'rate_limited',
        `More than ${this.#limit} requests in a minute. Try again in ${retryAfterS} s.`,
        { retryAfterS, rate: state },
      );
    }
    this.#usage.get(caller)!.now += 1;
    return { ...state, remaining: state.remaining - 1 };
  }

  state(caller: string): RateState {
    const nowMs = this.#clockMs();
    this.#sweep(nowMs);
    const usage = this.#current(caller, nowMs);
    const elapsedMs = nowMs - usage.windowStartMs;
    const used = usage.now + Math.ceil(usage.before * (1 - elapsedMs / WINDOW_MS));
    return {
      limit: this.#limit,
      remaining: Math.max(0, this.#limit - used),
      resetS: Math.ceil((WINDOW_MS - elapsedMs) / 1000),
    };
  }

  #current(caller: string, nowMs: number): Usage {
    const known = this.#usage.get(caller);
    const age = known === undefined ? Number.POSITIVE_INFINITY : nowMs - known.windowStartMs;
    if (known !== undefined && age < WINDOW_MS) return known;
    const windowStartMs = Math.floor(nowMs / WINDOW_MS) * WINDOW_MS;
    const usage = { windowStartMs, before: known !== undefined && age < 2 * WINDOW_MS ? known.now : 0, now: 0 };
    this.#usage.set(caller, usage);
    return usage;
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptMs < SWEEP_EVERY_MS) return;
    this.#sweptMs = nowMs;
    for (const [caller, usage] of this.#usage) {
      if (nowMs - usage.windowStartMs > 2 * WINDOW_MS) this.#usage.delete(caller);
    }
  }
}
