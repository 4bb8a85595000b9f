import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReportSchedule } from './report-schedule.ts';

/** mulberry32. */
function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** When reports of 128 bytes left, asked for every 20 ms for ten minutes. */
function reportTimes(seed: number, members = 2): number[] {
  const schedule = new ReportSchedule(seeded(seed));
  const times: number[] = [];
  for (let nowMs = 0; nowMs < 600_000; nowMs += 20) {
    if (!schedule.isDue(nowMs, members)) continue;
    times.push(nowMs);
    schedule.count(128);
  }
  return times;
}

describe('ReportSchedule', () => {
  it('keeps within the bounds of RFC 3550 section 6.3.1, half of them before the first report', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const times = reportTimes(seed);
        const intervals = times.slice(1).map((time, i) => time - times[i]!);
        // 0.5 to 1.5 times 2.5 s and 5 s, over e − 1.5; and an interval that is reconsidered may be drawn again.
        expect(times[0]).toBeGreaterThanOrEqual(1026);
        expect(times[0]).toBeLessThanOrEqual(3100);
        expect(Math.min(...intervals)).toBeGreaterThanOrEqual(2052);
        expect(Math.max(...intervals)).toBeLessThanOrEqual(6180);
      }),
      { numRuns: 20 },
    );
  });

  it('reports every 5 s on average, and no two of them alike', () => {
    const times = Array.from({ length: 20 }, (_, seed) => reportTimes(seed)).flat();
    expect(600_000 / (times.length / 20)).toBeGreaterThan(4500);
    expect(600_000 / (times.length / 20)).toBeLessThan(5500);
    expect(reportTimes(1)).not.toEqual(reportTimes(2));
  });

  it('reports less often where reports would take more than their share', () => {
    // 200 members of 156 bytes are 31 kB a round, at 500 bytes a second.
    expect(reportTimes(1, 200).length).toBeLessThan(15);
  });
});
