import { FRAME_MS } from '@parley/audio';

interface Timer {
  dueMs: number;
  run: () => void;
}

/** Time since the answer, which advances by the frames of the call and by nothing else. Also its timers. */
export class MediaClock {
  #nowMs = 0;
  #timers = new Set<Timer>();

  /** The end of the last frame that was heard. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** One frame has passed; runs the timers that are due. */
  advance(): void {
    this.#nowMs += FRAME_MS;
    for (const timer of this.#timers) {
      if (timer.dueMs > this.#nowMs) continue;
      this.#timers.delete(timer);
      timer.run();
    }
  }

  /** Runs `run` once, `delayMs` of media time from now. Returns how to call it off. */
  after(delayMs: number, run: () => void): () => void {
    const timer = { dueMs: this.#nowMs + delayMs, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }
}
