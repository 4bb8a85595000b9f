import { frameSamples, tone } from '@parley/audio';
import { expect, it } from 'vitest';
import { FrameFeed } from './frame-feed.ts';

/** What a recognizer is written. */
function recorded() {
  const frames: [Int16Array, boolean][] = [];
  let finals = 0;
  const stream = {
    write: (frame: Int16Array, voiced: boolean) => frames.push([frame, voiced]),
    finalize: () => {
      finals += 1;
    },
    close: () => undefined,
    async *[Symbol.asyncIterator]() {},
  };
  return { frames, stream, finals: () => finals };
}

it.each([8000, 16_000] as const)('passes frames of %i Hz on to what takes them', (rateHz) => {
  const { frames, stream, finals } = recorded();
  const feed = new FrameFeed(stream, rateHz);
  const frame = new Int16Array(frameSamples(rateHz)).fill(7);
  feed.write(frame, true);
  feed.finalize();
  expect(frames[0]![0]).toBe(frame);
  expect([frames[0]![1], finals()]).toEqual([true, 1]);
});

it.each([
  [16_000, 8000],
  [8000, 16_000],
] as const)('converts frames of %i Hz for a recognizer of %i Hz', (fromHz, toHz) => {
  const { frames, stream } = recorded();
  const feed = new FrameFeed(stream, toHz);
  const samples = tone([500], 200, { sampleRateHz: fromHz });
  const length = frameSamples(fromHz);
  for (let at = 0; at < samples.length; at += length) feed.write(samples.subarray(at, at + length), false);
  expect(frames).toHaveLength(10);
  expect(frames.every(([frame]) => frame.length === frameSamples(toHz))).toBe(true);
  const heard = frames.slice(4, 9).flatMap(([frame]) => [...frame]);
  const cycles = heard.filter((sample, index) => index > 0 && heard[index - 1]! < 0 && sample >= 0).length;
  expect(Math.abs(cycles - 50)).toBeLessThan(2);
});
