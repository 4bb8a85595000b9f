import { describe, expect, it } from 'vitest';
import { ThreadRestarts } from './thread-restarts.ts';

describe('ThreadRestarts', () => {
  const limits = { firstDelayMs: 250, longestDelayMs: 30_000, deaths: 12, windowMs: 600_000 };

  it('waits twice as long after each death, up to the longest delay', () => {
    const restarts = new ThreadRestarts(limits);
    const delays = Array.from({ length: 9 }, (_, index) => restarts.noteDeath(index * 1000));
    expect(delays).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('leaves a thread out that died too often within the window', () => {
    const restarts = new ThreadRestarts({ ...limits, deaths: 3 });
    expect([restarts.noteDeath(0), restarts.noteDeath(1000), restarts.noteDeath(599_999)]).toEqual([250, 500, null]);
  });

  it('forgets deaths that are older than the window', () => {
    const restarts = new ThreadRestarts({ ...limits, deaths: 3 });
    restarts.noteDeath(0);
    restarts.noteDeath(1000);
    expect(restarts.isRecent(600_999)).toBe(true);
    expect(restarts.isRecent(601_000)).toBe(false);
    expect(restarts.noteDeath(601_000)).toBe(250);
  });
});
