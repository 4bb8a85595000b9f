import { AsyncLocalStorage } from 'node:async_hooks';

/** More faults of no known call than this in a minute: the thread itself is not well, and its replacement will be. */
const UNKNOWN_FAULTS_A_MINUTE = 30;

/** What runs for one call. Its first fault is its last: the call ends with it. */
export class CallScope {
  #fault: { error: unknown } | null = null;
  #onFault: ((error: unknown) => void) | null = null;

  /** Calls `onFault` once: at once when there was a fault already. */
  whenFailed(onFault: (error: unknown) => void): void {
    this.#onFault = onFault;
    if (this.#fault) onFault(this.#fault.error);
  }

  fail(error: unknown): void {
    if (this.#fault) return;
    this.#fault = { error };
    this.#onFault?.(error);
  }
}

/**
 * Tells whose fault an exception is. Whatever runs for a call runs `within` it, and so do its timers, sockets and
 * promises, however late (AsyncLocalStorage): an uncaught exception ends that call, and no other.
 */
export class FaultAttribution {
  readonly #current = new AsyncLocalStorage<CallScope | null>();
  readonly #onUnknown: (error: unknown) => void;
  readonly #giveUp: (error: unknown) => void;
  readonly #clock: () => number;
  #unknownMs: number[] = [];

  /** `giveUp` ends the thread; `clock` is in milliseconds. */
  constructor(options: {
    onUnknown(error: unknown): void;
    giveUp(error: unknown): void;
    clock?: () => number;
  }) {
    this.#onUnknown = options.onUnknown;
    this.#giveUp = options.giveUp;
    this.#clock = options.clock ?? (() => performance.now());
  }

  /** Runs `work` for a call; what it throws, now or later, is that call's fault. */
  within(call: CallScope, work: () => void): void {
    try {
      this.#current.run(call, work);
    } catch (error) {
      call.fail(error);
    }
  }

  /**
   * Starts part of a call. An exception meanwhile goes to the code that starts it; a later one is attributed to the
   * call.
   */
  begin<T>(call: CallScope, work: () => T): T {
    return this.#current.run(call, work);
  }

  /** Runs `work` for no call, as what all calls share must. */
  outside<T>(work: () => T): T {
    return this.#current.run(null, work);
  }

  /** An uncaught exception or unhandled rejection. */
  readonly attribute = (error: unknown): void => {
    const call = this.#current.getStore();
    if (call) call.fail(error);
    else this.#noteUnknown(error);
  };

  #noteUnknown(error: unknown): void {
    this.#onUnknown(error);
    const nowMs = this.#clock();
    this.#unknownMs = [...this.#unknownMs.filter((atMs) => nowMs - atMs < 60_000), nowMs];
    if (this.#unknownMs.length > UNKNOWN_FAULTS_A_MINUTE) this.#giveUp(error);
  }
}
