import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fadeOut, levelDbfs, mix } from './level.ts';

describe('levelDbfs', () => {
  it('is 0 for a full-scale square wave, −3 for a sine, −96 for silence', () => {
    expect(levelDbfs(new Int16Array(160).fill(-32768))).toBeCloseTo(0, 5);
    const sine = Int16Array.from({ length: 800 }, (_, i) => Math.round(32767 * Math.sin((2 * Math.PI * i) / 80)));
    expect(levelDbfs(sine)).toBeCloseTo(-3.01, 2);
    expect(levelDbfs(new Int16Array(160))).toBe(-96);
    expect(levelDbfs(new Int16Array(0))).toBe(-96);
    expect(levelDbfs(Int16Array.of(1, ...new Int16Array(1000)))).toBe(-96);
  });
});

describe('mix', () => {
  it('adds, and saturates', () => {
    expect([...mix(Int16Array.of(1, 30_000, -30_000), Int16Array.of(2, 30_000, -30_000))]).toEqual([3, 32767, -32768]);
  });

  it('takes the shorter sound for silent after its end, in either order', () => {
    fc.assert(
      fc.property(fc.int16Array(), fc.int16Array(), (a, b) => {
        const mixed = mix(a, b);
        expect(mixed).toEqual(mix(b, a));
        expect(mixed.length).toBe(Math.max(a.length, b.length));
        for (const [i, sample] of mixed.entries())
          expect(sample).toBe(Math.max(-32768, Math.min(32767, (a[i] ?? 0) + (b[i] ?? 0))));
      }),
    );
  });
});

describe('fadeOut', () => {
  it('starts at full level, ends at zero, never rises, and leaves its input alone', () => {
    const frame = new Int16Array(160).fill(20_000);
    const faded = fadeOut(frame);
    expect(faded[0]).toBeGreaterThan(19_900);
    expect(faded[159]).toBe(0);
    for (let i = 1; i < 160; i++) expect(faded[i]!).toBeLessThanOrEqual(faded[i - 1]!);
    expect(new Set(frame)).toEqual(new Set([20_000]));
  });
});
