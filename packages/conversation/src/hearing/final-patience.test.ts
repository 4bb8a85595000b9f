import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FinalPatience } from './final-patience.ts';

const ASSUMED_MS = 1500;

/** Each final is asked for a second after the one before has come. */
function measured(tookMs: number[]): FinalPatience {
  const patience = new FinalPatience();
  let nowMs = 0;
  for (const ms of tookMs) {
    patience.noteAsked(nowMs);
    nowMs += ms;
    patience.noteFinal(nowMs);
    nowMs += 1000;
  }
  return patience;
}

describe('the patience for finals', () => {
  it('is what the vendor says until some have come', () => {
    expect(measured([100, 100]).ms(ASSUMED_MS)).toBe(ASSUMED_MS);
    expect(measured([100, 100, 100]).ms(ASSUMED_MS)).toBe(400);
  });

  it('grows with slow finals, and shrinks again', () => {
    expect(measured([100, 100, 100, 2000]).ms(ASSUMED_MS)).toBe(2300);
    expect(measured([2000, ...Array<number>(20).fill(200)]).ms(ASSUMED_MS)).toBe(500);
  });

  it('learns nothing from finals that were not asked for, nor when it is unknown which one has come', () => {
    const patience = new FinalPatience();
    for (let atMs = 0; atMs < 10_000; atMs += 1000) {
      patience.noteFinal(atMs);
      patience.noteAsked(atMs + 100);
      patience.noteAsked(atMs + 200);
      patience.noteFinal(atMs + 300);
      patience.startAnew();
    }
    expect(patience.ms(ASSUMED_MS)).toBe(ASSUMED_MS);
  });

  it('is bounded, and no shorter than all but the slowest took', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4900 }), { minLength: 3, maxLength: 40 }), (tookMs) => {
        const ms = measured(tookMs).ms(ASSUMED_MS);
        expect(ms).toBeGreaterThanOrEqual(400);
        expect(ms).toBeLessThanOrEqual(5000);
        const latest = tookMs.slice(-20);
        const inTime = latest.filter((took) => took <= ms).length;
        expect(inTime).toBeGreaterThanOrEqual(Math.floor(latest.length * 0.95));
      }),
    );
  });
});
