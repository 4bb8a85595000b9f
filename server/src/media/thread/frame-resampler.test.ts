import { FRAME_SAMPLES, levelDbfs, tone } from '@parley/audio';
import { expect, it } from 'vitest';
import { FrameResampler } from './frame-resampler.ts';

it.each([8000, 16_000] as const)('gives whole frames of %i Hz with the same audio', (rateHz) => {
  const resampler = new FrameResampler(8000, rateHz);
  const sound = tone([440], 200);
  const frames: Int16Array[] = [];
  for (let at = 0; at < sound.length; at += FRAME_SAMPLES)
    frames.push(resampler.process(sound.subarray(at, at + FRAME_SAMPLES))!);
  expect(frames.every((frame) => frame.length === rateHz / 50)).toBe(true);
  const level = levelDbfs(sound.subarray(FRAME_SAMPLES, -FRAME_SAMPLES));
  expect(levelDbfs(frames[4]!)).toBeCloseTo(level, 0);
});

it('ends a sound with what it held back, and then is silent', () => {
  const resampler = new FrameResampler(8000, 16_000);
  expect(resampler.process(null)).toBeNull();
  resampler.process(new Int16Array(FRAME_SAMPLES).fill(10_000));
  const tail = resampler.process(null)!;
  expect(tail).toHaveLength(2 * FRAME_SAMPLES);
  expect(tail[0]).not.toBe(0);
  expect(tail.at(-1)).toBe(0);
  expect(resampler.process(null)).toBeNull();
});
