import { FRAME_MS } from '@parley/audio';

interface Sleeper {
  dueMs: number;
  wake: () => void;
}

/** Time that passes by frames: what a scripted provider waits for, it waits for in media time. */
export class VirtualTime {
  nowMs = 0;
  #sleepers: Sleeper[] = [];

  /** Resolves when `ms` have passed; at once for 0. */
  sleep(ms: number): Promise<void> {
    if (ms <= 0) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#sleepers.push({ dueMs: this.nowMs + ms, wake: resolve });
    return promise;
  }

  advance(): void {
    this.nowMs += FRAME_MS;
    const due = this.#sleepers.filter(({ dueMs }) => dueMs <= this.nowMs);
    this.#sleepers = this.#sleepers.filter(({ dueMs }) => dueMs > this.nowMs);
    for (const { wake } of due) wake();
  }
}

/** Lets everything happen that waits for nothing but its turn. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
