import { FRAME_SAMPLES } from '@parley/audio';
import { expect, it } from 'vitest';
import { FrameQueue } from './frame-queue.ts';

const piece = (value: number, samples = FRAME_SAMPLES / 2) => new Int16Array(samples).fill(value);

it('begins to play when 20 ms wait besides the frame that is due', () => {
  const queue = new FrameQueue(8000);
  for (const value of [1, 2, 3]) {
    queue.push(piece(value));
    expect(queue.pull()).toBeNull();
  }
  queue.push(piece(4));
  expect([...new Set(queue.pull())]).toEqual([1, 2]);
  expect([...new Set(queue.pull())]).toEqual([3, 4]);
  expect(queue.underruns).toBe(0);
});

it('waits for 20 ms again after an underrun', () => {
  const queue = new FrameQueue(8000);
  for (let value = 1; value <= 4; value += 1) queue.push(piece(value));
  queue.pull();
  queue.pull();
  queue.push(piece(5));
  expect(queue.pull()).toBeNull();
  expect(queue.underruns).toBe(1);
  queue.push(piece(6));
  expect(queue.pull()).toBeNull();
  queue.push(piece(7));
  queue.push(piece(8));
  expect([...new Set(queue.pull())]).toEqual([5, 6]);
  expect(queue.underruns).toBe(1);
});

it('drops what is late, and never holds more than 200 ms', () => {
  const queue = new FrameQueue(8000);
  for (let value = 1; value <= 1000; value += 1) queue.push(piece(value));
  const played: number[] = [];
  for (let frame = queue.pull(); frame; frame = queue.pull()) played.push(frame[0]!);
  expect(played.length).toBeLessThanOrEqual(10);
  expect(played.at(-1)).toBe(999);
  expect(queue.droppedSamples / (FRAME_SAMPLES / 2) + played.length * 2).toBe(1000);
});

it('takes a piece of any length', () => {
  const queue = new FrameQueue(8000);
  queue.push(piece(1, 100_000));
  expect(queue.pull()).not.toBeNull();
});

it('plays 16 kHz as 8 kHz', () => {
  const queue = new FrameQueue(16_000);
  for (let pushed = 0; pushed < 6; pushed += 1) queue.push(piece(1000, FRAME_SAMPLES));
  queue.pull();
  expect(queue.pull()!.every((sample) => Math.abs(sample - 1000) < 5)).toBe(true);
});

it('forgets what waits', () => {
  const queue = new FrameQueue(8000);
  for (let value = 1; value <= 6; value += 1) queue.push(piece(value));
  queue.clear();
  expect(queue.pull()).toBeNull();
  expect(queue.underruns).toBe(0);
});
