// The pace of real time, for what answers in real time.
import { FRAME_MS } from '@parley/audio';

/** Waits after each tick until 20 ms more have passed in all. */
export function realTimePace(): () => Promise<void> {
  const startMs = performance.now();
  let ticks = 0;
  return async () => {
    ticks += 1;
    const aheadMs = startMs + ticks * FRAME_MS - performance.now();
    await new Promise<void>((resolve) => {
      if (aheadMs > 1) setTimeout(resolve, aheadMs);
      else setImmediate(resolve);
    });
  };
}
