import { describe, expect, it } from 'vitest';
import { WordLags } from './word-lag.ts';

/** Words that end 400 ms apart, each known so long after its end. */
function measured(lagsMs: readonly number[]): WordLags {
  const lags = new WordLags();
  for (const [index, lagMs] of lagsMs.entries()) lags.note(index * 400, index * 400 + lagMs);
  return lags;
}

describe('how late words are', () => {
  it('is unknown until some have come', () => {
    expect(measured([250, 250, 250, 250]).lag).toBeNull();
    expect(measured([250, 250, 250, 250, 250]).lag).toEqual({ usualMs: 250, longestMs: 250 });
  });

  it('is given by the median and the 90th percentile', () => {
    expect(measured([200, 220, 240, 260, 280, 300, 320, 340, 360, 900]).lag).toEqual({ usualMs: 280, longestMs: 360 });
  });

  it('counts each word once, however often its text comes', () => {
    const lags = measured([250, 250, 250, 250]);
    lags.note(1200, 1900);
    expect(lags.lag).toBeNull();
  });

  it('is not measured by times that cannot be right', () => {
    expect(measured([-100, 3000, 250, 250, 250, 250]).lag).toBeNull();
  });

  it('follows the latest words, and begins anew with another stream', () => {
    const lags = measured([...Array<number>(5).fill(800), ...Array<number>(20).fill(300)]);
    expect(lags.lag).toEqual({ usualMs: 300, longestMs: 300 });
    lags.startAnew();
    expect(lags.lag).toBeNull();
  });
});
