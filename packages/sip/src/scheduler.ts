/** Time as the state machines see it. Tests inject one that they turn by hand. */
export interface Scheduler {
  /** Runs the callback once, after the delay; the returned function prevents it, and may be called at any time. */
  schedule(delayMs: number, run: () => void): () => void;
}

export const systemScheduler: Scheduler = {
  schedule(delayMs, run) {
    const timeout = setTimeout(run, delayMs);
    return () => clearTimeout(timeout);
  },
};
