import { expect, it } from 'vitest';
import { TestClock } from '../testing/test-clock.ts';
import { RateBudget } from './rate-budget.ts';

it('permits so many a second for each name and for all, and starts again after the second', () => {
  const clock = new TestClock();
  const budget = new RateBudget(clock, { each: 2, all: 5 });
  const take = (...names: string[]) => names.map((name) => budget.take(name));
  expect(take('a', 'a', 'a')).toEqual([true, true, false]);
  expect(take('b', 'c', 'd', 'e')).toEqual([true, true, true, false]);
  clock.advance(999);
  expect(take('b')).toEqual([false]);
  clock.advance(1);
  expect(take('a', 'b')).toEqual([true, true]);
  budget.close();
  expect(clock.pending).toBe(0);
});

it('has no timer while nothing is asked of it', () => {
  const clock = new TestClock();
  const budget = new RateBudget(clock, { each: 1, all: 1 });
  budget.take('a');
  clock.advance(60_000);
  expect(clock.pending).toBe(0);
});
