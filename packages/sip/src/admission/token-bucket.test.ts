import { expect, it } from 'vitest';
import { TestClock } from '../testing/test-clock.ts';
import { TokenBucket } from './token-bucket.ts';

function taken(bucket: TokenBucket, attempts: number): number {
  return Array.from({ length: attempts }, () => bucket.take()).filter(Boolean).length;
}

it('permits a burst, then as many as a second refills, evenly', () => {
  const clock = new TestClock();
  const bucket = new TokenBucket(clock, 50, 20);
  expect(taken(bucket, 100)).toBe(20);
  for (let tenth = 0; tenth < 10; tenth += 1) {
    clock.advance(100);
    expect(taken(bucket, 100)).toBe(5);
  }
});

it('fills up to the burst in a pause, and has no timer then', () => {
  const clock = new TestClock();
  const bucket = new TokenBucket(clock, 50, 20);
  taken(bucket, 20);
  clock.advance(60_000);
  expect(clock.pending).toBe(0);
  expect(taken(bucket, 100)).toBe(20);
  bucket.close();
  expect(clock.pending).toBe(0);
});
