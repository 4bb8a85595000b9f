import { SAMPLE_RATE_HZ } from '@parley/audio';
import { expect, it } from 'vitest';
import { keywordFeatures } from './keyword-features.ts';

const SILENCE = new Int16Array(SAMPLE_RATE_HZ / 10);

/** A tone that rises from one frequency to the other, with silence around it. */
function sweep(lengthMs: number, amplitude: number, fromHz: number, toHz: number): Int16Array[] {
  let phase = 0;
  const count = (lengthMs * SAMPLE_RATE_HZ) / 1000;
  const samples = Int16Array.from({ length: count }, (_, at) => {
    phase += (2 * Math.PI * (fromHz + ((toHz - fromHz) * at) / count)) / SAMPLE_RATE_HZ;
    return Math.round(amplitude * Math.sin(phase));
  });
  return [SILENCE, samples, SILENCE];
}

const distance = (first: Float32Array, second: Float32Array): number =>
  first.slice(0, -1).reduce((sum, value, at) => sum + Math.abs(value - second[at]!), 0) / (first.length - 1);

it('does not depend on the level', () => {
  expect(
    distance(keywordFeatures(sweep(400, 1000, 300, 2000)), keywordFeatures(sweep(400, 8000, 300, 2000))),
  ).toBeLessThan(1);
});

it('is the same of what is said more slowly, but for the length', () => {
  const [fast, slow] = [300, 600].map((ms) => keywordFeatures(sweep(ms, 8000, 300, 2000)));
  expect(distance(fast!, slow!)).toBeLessThan(1);
  expect(slow!.at(-1)! / fast!.at(-1)!).toBeCloseTo(2, 0);
});

it('tells what rises from what falls', () => {
  expect(
    distance(keywordFeatures(sweep(400, 8000, 300, 2000)), keywordFeatures(sweep(400, 8000, 2000, 300))),
  ).toBeGreaterThan(2);
});

it('does not depend on how the sound is cut', () => {
  const whole = sweep(400, 8000, 300, 2000);
  const cut = whole.flatMap((samples) => [samples.subarray(0, 301), samples.subarray(301)]);
  expect(keywordFeatures(cut)).toEqual(keywordFeatures(whole));
});

it('is finite of silence', () => {
  for (const sound of [[], [new Int16Array(1600)]])
    expect(keywordFeatures(sound).every((value) => Number.isFinite(value))).toBe(true);
});
