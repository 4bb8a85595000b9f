import { describe, expect, it } from 'vitest';
import { dtmf } from './dtmf.ts';
import { goertzelEnergy } from './goertzel.ts';
import { tone } from './tone.ts';

function energy(samples: Int16Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0);
}

describe('tone', () => {
  it('has the length, peak and frequency that were asked for, at any rate', () => {
    const samples = tone([1000], 500, { amplitude: 0.25, sampleRateHz: 16_000 });
    expect(samples).toHaveLength(8000);
    expect(Math.max(...samples)).toBeGreaterThan(0.249 * 32767);
    expect(Math.max(...samples)).toBeLessThanOrEqual(Math.round(0.25 * 32767));
    expect(goertzelEnergy(samples, 1000, 16_000) / energy(samples)).toBeGreaterThan(0.98);
  });

  it('never exceeds the amplitude with several frequencies', () => {
    const samples = tone([350, 440, 620], 1000, { amplitude: 1 });
    expect(Math.max(...samples.map(Math.abs))).toBeLessThanOrEqual(32767);
    expect(Math.max(...samples.map(Math.abs))).toBeGreaterThan(30_000);
  });

  it('does not click: it begins and ends at zero and never jumps further than its own slope', () => {
    for (const durationMs of [1, 5, 50, 123.4]) {
      const samples = tone([400], durationMs, { amplitude: 0.8 });
      const steepest = 0.8 * 32767 * ((2 * Math.PI * 400) / 8000 + 1 / 4);
      expect(samples[0]).toBe(0);
      expect(Math.abs(samples.at(-1)!)).toBe(0);
      for (let i = 1; i < samples.length; i++) expect(Math.abs(samples[i]! - samples[i - 1]!)).toBeLessThan(steepest);
    }
  });

  it('is silence without frequencies, and refuses an amplitude that would overflow', () => {
    expect(new Set(tone([], 20))).toEqual(new Set([0]));
    expect(tone([440], 0)).toHaveLength(0);
    expect(() => tone([440], 20, { amplitude: 8000 })).toThrow(RangeError);
    expect(() => tone([440], 20, { amplitude: Number.NaN })).toThrow(RangeError);
  });
});

describe('dtmf', () => {
  it.each([
    ['1', 697, 1209],
    ['5', 770, 1336],
    ['9', 852, 1477],
    ['*', 941, 1209],
    ['0', 941, 1336],
    ['#', 941, 1477],
    ['A', 697, 1633],
    ['d', 941, 1633],
  ])('%s is %i and %i Hz (Q.23)', (digit, lowHz, highHz) => {
    const samples = dtmf(digit, 200);
    expect(samples).toHaveLength(1600);
    const both = goertzelEnergy(samples, lowHz, 8000) + goertzelEnergy(samples, highHz, 8000);
    expect(both / energy(samples)).toBeGreaterThan(0.95);
  });

  it.each(['', '12', 'E', ' ', '①'])('refuses %j', (digit) => {
    expect(() => dtmf(digit)).toThrow(RangeError);
  });
});
