import { type AudioRateHz, frameSamples, levelDbfs, tone } from '@parley/audio';
import { expect, it } from 'vitest';
import { NarrowSound } from './narrow-sound.ts';

const framesOf = (frequencyHz: number, rateHz: AudioRateHz): Int16Array[] => {
  const samples = tone([frequencyHz], 400, { sampleRateHz: rateHz });
  const length = frameSamples(rateHz);
  return Array.from({ length: 20 }, (_, index) => samples.slice(index * length, (index + 1) * length));
};
const SPEECH = { 8000: framesOf(1000, 8000), 16000: framesOf(1000, 16_000) };
const HISS = framesOf(6000, 16_000);

it('passes narrow frames on as they are', () => {
  const sound = new NarrowSound();
  const [frame] = SPEECH[8000];
  expect(sound.narrow(frame!, { rateHz: 8000 })).toBe(frame);
  const left = new Int16Array(160);
  expect(sound.rest(frame!, frame!, left)).toBe(left);
});

it('hears of wide frames what is below 4 kHz, frame for frame', () => {
  const [low, high] = [SPEECH[16_000], HISS].map((frames) => {
    const sound = new NarrowSound();
    const narrow = frames.map((frame) => sound.narrow(frame, { rateHz: 16_000 }).slice());
    expect(new Set(narrow.map(({ length }) => length))).toEqual(new Set([160]));
    return levelDbfs(narrow[10]!);
  });
  expect(low!).toBeCloseTo(levelDbfs(SPEECH[16_000][10]!), 0);
  expect(high!).toBeLessThan(-55);
});

it('gives the wide frame back where nothing was taken from it, and else what is left', () => {
  const sound = new NarrowSound();
  const rest = SPEECH[16_000].map((frame, index) => {
    const narrow = sound.narrow(frame, { rateHz: 16_000 });
    return sound.rest(frame, narrow, index < 5 ? narrow : narrow.map((sample) => sample / 10));
  });
  expect(rest.slice(0, 5)).toEqual(SPEECH[16_000].slice(0, 5));
  expect(rest.every(({ length }) => length === 320)).toBe(true);
  expect(levelDbfs(rest[15]!)).toBeCloseTo(levelDbfs(SPEECH[16_000][15]!) - 20, 0);
});
