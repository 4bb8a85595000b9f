import { describe, expect, it } from 'vitest';
import { emodelMos, unheardRate } from './mos.ts';

const none = { concealedFrames: 0, recoveredFrames: 0 };

describe('emodelMos', () => {
  it('is the best that G.711 can be without loss and jitter', () => {
    expect(emodelMos({ lossRate: 0, jitterMs: 0 })).toBeCloseTo(4.39, 2);
  });

  // R = 93.2 − 0.024 · 40 ms − 95 · p / (p + 25.1), then G.107 annex B.
  it.each([
    [0.01, 4.3],
    [0.05, 3.88],
    [0.2, 2.58],
  ])('falls with loss of %d to %d', (lossRate, mos) => {
    expect(emodelMos({ lossRate, jitterMs: 0 })).toBeCloseTo(mos, 2);
  });

  it('suffers from delay, most of all beyond 177 ms', () => {
    const at = (delayMs: number) => emodelMos({ lossRate: 0, jitterMs: 0, delayMs });
    expect(at(0) - at(100)).toBeLessThan(0.1);
    expect(at(200) - at(300)).toBeGreaterThan(0.3);
    expect(emodelMos({ lossRate: 0, jitterMs: 100 })).toBeLessThan(emodelMos({ lossRate: 0, jitterMs: 10 }));
  });

  it('leaves out what was recovered', () => {
    const lost = { packetsReceived: 90, packetsLost: 10, packetsLate: 0 };
    expect(unheardRate({ ...lost, concealedFrames: 3, recoveredFrames: 9 })).toBeCloseTo(0.025, 10);
    expect(unheardRate({ ...lost, concealedFrames: 0, recoveredFrames: 10 })).toBe(0);
  });

  it('counts what came too late as lost', () => {
    expect(unheardRate({ ...none, packetsReceived: 0, packetsLost: 0, packetsLate: 0 })).toBe(0);
    expect(unheardRate({ ...none, packetsReceived: 90, packetsLost: 10, packetsLate: 5 })).toBe(0.15);
  });

  it('stays between 1 and 4.5, whatever it is given', () => {
    for (const lossRate of [-1, 0, 0.5, 1, 7])
      for (const jitterMs of [0, 1000, 100_000]) {
        const mos = emodelMos({ lossRate, jitterMs });
        expect(mos).toBeGreaterThanOrEqual(1);
        expect(mos).toBeLessThan(4.5);
      }
  });
});
