import { expect, it } from 'vitest';
import { cutAtWords, onsetOf } from './speech-clip.ts';

it('a sentence is cut where it is quietest between two words, and fades there', () => {
  const samples = new Int16Array(8000).fill(1000);
  // The pause is 20 ms behind the border that the synthesizer tells.
  samples.fill(0, 4100, 4240);
  const words = [
    { text: 'one', startMs: 0, endMs: 250 },
    { text: 'two', startMs: 250, endMs: 500 },
    { text: 'three', startMs: 500, endMs: 1000 },
  ];
  const [before, after] = cutAtWords({ samples, words }, [2, 1]);
  expect(before!.samples.length + after!.samples.length).toBe(8000);
  expect(before!.samples.length).toBeGreaterThanOrEqual(4100);
  expect(before!.samples.length).toBeLessThanOrEqual(4200);
  expect(before!.words.map(({ text }) => text)).toEqual(['one', 'two']);
  expect(after!.words.map(({ text }) => text)).toEqual(['three']);
  expect(after!.words[0]!.startMs).toBe(0);
  expect(Math.abs(before!.samples.at(-1)!)).toBeLessThan(100);
  expect(Math.abs(after!.samples[0]!)).toBeLessThan(100);
});

it('a sound begins behind the click and the hiss of its recording', () => {
  const samples = new Int16Array(8000).fill(10);
  samples.fill(200, 0, 40);
  samples.fill(10_000, 1200, 6000);
  expect(onsetOf(samples)).toBe(1200);
  expect(onsetOf(samples.subarray(1200))).toBe(0);
});
