import { describe, expect, it } from 'vitest';
import { HoldTimes } from './hold-times.ts';

describe('HoldTimes', () => {
  const span = (times: HoldTimes, startMs: number, endMs: number) => {
    const inCall = times.spanInCall({ startMs, endMs });
    return [inCall.startMs, inCall.endMs];
  };

  it('are none while the call is not on hold', () => {
    expect(span(new HoldTimes(), 0, 1234)).toEqual([0, 1234]);
  });

  it('are added to what comes after them', () => {
    const times = new HoldTimes();
    for (let ticks = 0; ticks < 100; ticks += 1) times.lengthen(1000, 20);
    times.lengthen(3000, 500);
    expect(span(times, 0, 1000)).toEqual([0, 1000]);
    expect(span(times, 1000, 1001)).toEqual([3000, 3001]);
    expect(span(times, 980, 3000)).toEqual([980, 5000]);
    expect(span(times, 980, 3020)).toEqual([980, 5520]);
    expect(span(times, 3000, 3000)).toEqual([5500, 5500]);
  });
});
