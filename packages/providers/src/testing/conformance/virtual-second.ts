import { setImmediate } from 'node:timers/promises';
import { vi } from 'vitest';

/**
 * A second of virtual time, in which what was sent arrives and is answered. More of it at once would be a host that was
 * away, over whose connections nothing came.
 */
export async function passSecond(): Promise<void> {
  vi.advanceTimersByTime(1000);
  for (let turn = 0; turn < 4; turn += 1) await setImmediate();
}
