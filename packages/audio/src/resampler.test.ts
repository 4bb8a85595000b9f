import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelDbfs } from './level.ts';
import { Resampler } from './resampler.ts';
import { addSine, peakAt, seededRandom, toPcm } from './testing/signals.ts';

const RATES: [number, number][] = [
  [16_000, 8000],
  [24_000, 8000],
  [44_100, 8000],
  [48_000, 8000],
  [22_050, 8000],
  [8000, 16_000],
  [8000, 48_000],
];

function sine(frequencyHz: number, sampleRateHz: number, seconds = 0.5): Int16Array {
  const samples = new Float64Array(Math.round(sampleRateHz * seconds));
  addSine(samples, { frequencyHz, peak: peakAt(-6), sampleRateHz });
  return toPcm(samples);
}

function resample(samples: Int16Array, fromHz: number, toHz: number): Int16Array {
  const resampler = new Resampler(fromHz, toHz);
  return Int16Array.from([...resampler.process(samples), ...resampler.flush()]);
}

/** Without the edges, where a sine that starts suddenly is no sine. */
function steady(samples: Int16Array): Int16Array {
  return samples.subarray(Math.floor(samples.length / 5), Math.ceil((samples.length * 4) / 5));
}

describe.each(RATES)('Resampler %i → %i Hz', (fromHz, toHz) => {
  it.each([50, 300, 1000, 2000, 3000, 3300])('passes %i Hz unchanged within 0.1 dB', (frequencyHz) => {
    const output = resample(sine(frequencyHz, fromHz), fromHz, toHz);
    expect(Math.abs(levelDbfs(steady(output)) + 6)).toBeLessThan(0.1);
  });

  it('keeps the waveform, not only its level: output is aligned with input', () => {
    const output = resample(sine(1000, fromHz), fromHz, toHz);
    const wanted = sine(1000, toHz);
    const error = steady(output.map((sample, i) => sample - wanted[i]!));
    expect(levelDbfs(error)).toBeLessThan(-66);
  });

  it('gives ⌈n · to / from⌉ samples, however the stream is cut', () => {
    const random = seededRandom(fromHz + toHz);
    const noise = Int16Array.from({ length: 5000 }, () => Math.round(20_000 * (random() - 0.5)));
    const whole = resample(noise, fromHz, toHz);
    expect(whole.length).toBe(Math.ceil((noise.length * toHz) / fromHz));
    const cuts = fc.array(fc.integer({ min: 0, max: 1500 }), { maxLength: 12 });
    fc.assert(
      fc.property(cuts, (lengths) => {
        const resampler = new Resampler(fromHz, toHz);
        const pieces: number[] = [];
        let offset = 0;
        for (const length of lengths) {
          pieces.push(...resampler.process(noise.subarray(offset, offset + length)));
          offset = Math.min(noise.length, offset + length);
        }
        pieces.push(...resampler.process(noise.subarray(offset)), ...resampler.flush());
        expect(Int16Array.from(pieces)).toEqual(whole);
      }),
      { numRuns: 15 },
    );
  });
});

describe('Resampler', () => {
  it.each([
    [16_000, 4050],
    [16_000, 4500],
    [16_000, 7000],
    [24_000, 5000],
    [24_000, 11_000],
    [44_100, 4500],
    [48_000, 7700],
    [48_000, 23_000],
  ])('from %i Hz lets nothing of %i Hz fold into 8 kHz', (fromHz, frequencyHz) => {
    const output = resample(sine(frequencyHz, fromHz), fromHz, 8000);
    expect(levelDbfs(steady(output))).toBeLessThan(-66);
  });

  it('leaves no mirror images when it doubles the rate', () => {
    const output = resample(sine(3000, 8000), 8000, 16_000);
    const residue = steady(
      output.map((sample, i) => sample - Math.round(peakAt(-6) * Math.sin((2 * Math.PI * 3000 * i) / 16_000))),
    );
    expect(levelDbfs(residue)).toBeLessThan(-66);
  });

  it('keeps constant input constant, and saturates instead of wrapping around', () => {
    const constant = resample(new Int16Array(4000).fill(1234), 44_100, 8000);
    expect(new Set(steady(constant))).toEqual(new Set([1234]));
    const square = Int16Array.from({ length: 4000 }, (_, i) => (i % 40 < 20 ? 32767 : -32768));
    const output = resample(square, 16_000, 8000);
    // The overshoot of a square wave is cut off at the top, on the same side.
    for (const [i, sample] of steady(output).entries()) if (sample === 0) throw new Error(`crosses zero at ${i}`);
    expect(Math.max(...output)).toBe(32767);
  });

  it('starts afresh after flush', () => {
    const resampler = new Resampler(16_000, 8000);
    const input = sine(700, 16_000, 0.05);
    const first = [...resampler.process(input), ...resampler.flush()];
    const second = [...resampler.process(input), ...resampler.flush()];
    expect(second).toEqual(first);
    expect(resampler.flush()).toHaveLength(0);
  });

  it('copies when both rates are one', () => {
    const input = Int16Array.of(1, 2, 3);
    const resampler = new Resampler(8000, 8000);
    const output = resampler.process(input);
    expect(output).toEqual(input);
    expect(output).not.toBe(input);
    expect(resampler.flush()).toHaveLength(0);
  });

  it.each([
    [0, 8000],
    [8000, -1],
    [8000.5, 8000],
  ])('refuses %d → %d Hz', (fromHz, toHz) => {
    expect(() => new Resampler(fromHz, toHz)).toThrow(RangeError);
  });
});
