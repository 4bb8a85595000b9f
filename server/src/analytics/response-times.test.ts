import { expect, test } from 'vitest';
import { ResponseTimes } from './response-times.ts';

test('percentiles lie where their share of the counted steps ends', () => {
  const times = new ResponseTimes();
  expect([times.percentile(50), times.total]).toEqual([null, 0]);
  times.add(500, 50);
  times.add(600, 40);
  times.add(3000, 10);
  expect(times.total).toBe(100);
  expect(times.percentile(25)).toBe(550);
  expect(times.percentile(50)).toBe(600);
  expect(times.percentile(90)).toBe(700);
  expect(times.percentile(95)).toBe(3125);
  expect(times.percentile(100)).toBe(3250);
});

test('steps that are counted twice add up, in whatever order they come', () => {
  const times = new ResponseTimes();
  for (const fromMs of [2250, 0, 4000, 0]) times.add(fromMs, 1);
  expect(times.percentile(50)).toBe(100);
  expect(times.percentile(75)).toBe(2500);
  expect(times.percentile(100)).toBe(5000);
});
