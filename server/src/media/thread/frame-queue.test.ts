import { FRAME_SAMPLES } from '@parley/audio';
import { expect, it } from 'vitest';
import { FrameQueue } from './frame-queue.ts';

const piece = (value: number, samples = FRAME_SAMPLES / 2) => new Int16Array(samples).fill(value);

it('begins to play when 20 ms wait besides the frame that is due', () => {
  const queue = new FrameQueue(8000, 8000);
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
  const queue = new FrameQueue(8000, 8000);
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

it('drops what is late, and never holds more than 500 ms', () => {
  const queue = new FrameQueue(8000, 8000);
  for (let value = 1; value <= 1001; value += 1) queue.push(piece(value));
  const played: number[] = [];
  for (let frame = queue.pull(); frame; frame = queue.pull()) played.push(frame.at(-1)!);
  expect(played.length).toBeLessThanOrEqual(25);
  expect(played.at(-1)).toBe(1001);
  expect(queue.droppedMs / 10 + played.length * 2).toBe(1001);
});

it('keeps every sample of a burst that comes behind a gap, and takes back what waits while it is quiet', () => {
  const queue = new FrameQueue(8000, 8000);
  const played: number[] = [];
  const play = (): void => {
    const frame = queue.pull();
    if (frame) played.push(frame[0]!, frame[FRAME_SAMPLES / 2]!);
  };
  const say = (values: number[]): void => {
    for (const value of values) queue.push(piece(value));
  };
  say([1000, 1001, 1002, 1003]);
  for (let gap = 0; gap < 15; gap += 1) play();
  const loud = Array.from({ length: 300 }, (_, index) => 2000 + index);
  say(loud.splice(0, 30));
  while (loud.length > 0) {
    play();
    say(loud.splice(0, 2));
  }
  expect(queue.droppedMs).toBe(0);
  for (let frame = 0; frame < 1000; frame += 1) {
    play();
    say([0, 0]);
  }
  expect(played.filter((value) => value > 0)).toEqual([
    ...[1000, 1001, 1002, 1003],
    ...Array.from({ length: 300 }, (_, index) => 2000 + index),
  ]);
  expect(queue.underruns).toBe(1);
  let waiting = 0;
  while (queue.pull()) waiting += 1;
  expect(waiting).toBeLessThanOrEqual(3);
});

it('takes a piece of any length', () => {
  const queue = new FrameQueue(8000, 8000);
  queue.push(piece(1, 100_000));
  expect(queue.pull()).not.toBeNull();
});

it('plays 16 kHz as 8 kHz', () => {
  const queue = new FrameQueue(16_000, 8000);
  for (let pushed = 0; pushed < 6; pushed += 1) queue.push(piece(1000, FRAME_SAMPLES));
  queue.pull();
  expect(queue.pull()!.every((sample) => Math.abs(sample - 1000) < 5)).toBe(true);
});

it('forgets what waits', () => {
  const queue = new FrameQueue(8000, 8000);
  for (let value = 1; value <= 6; value += 1) queue.push(piece(value));
  queue.clear();
  expect(queue.pull()).toBeNull();
  expect(queue.underruns).toBe(0);
});
