import { mock } from 'node:test';
import { FRAME_MS } from '@parley/audio';

/**
 * The time of this whole process, which passes on request: timers, dates and performance counters of a library that
 * asks for them by itself. It stands still while something is computed, so that a busy host makes nothing late.
 */
export class ProcessTime {
  #nowMs = 0;
  #computations = 0;

  /** Before the library is loaded. */
  static install(): ProcessTime {
    const time = new ProcessTime();
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: Date.now() });
    performance.now = () => time.#nowMs;
    return time;
  }

  /** Makes time wait for what the method has under way. */
  waitFor<Name extends string>(owner: Record<Name, (...args: any[]) => Promise<unknown>>, name: Name): void {
    const original = owner[name];
    const time = this;
    owner[name] = async function (this: unknown, ...args: unknown[]) {
      time.#computations += 1;
      try {
        return await original.apply(this, args);
      } finally {
        time.#computations -= 1;
      }
    };
  }

  /** Twenty milliseconds, one after the other: a timer that starts another is on time. */
  async passFrame(): Promise<void> {
    await this.#settle();
    for (let ms = 0; ms < FRAME_MS; ms += 1) {
      this.#nowMs += 1;
      mock.timers.tick(1);
      await this.#settle();
    }
  }

  /** Passes time until the promise is kept. */
  async during<T>(promise: Promise<T>): Promise<T> {
    let isKept = false;
    const kept = promise.finally(() => {
      isKept = true;
    });
    for (await this.#settle(); !isKept; ) await this.passFrame();
    return kept;
  }

  async #settle(): Promise<void> {
    do await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#computations > 0);
  }
}
