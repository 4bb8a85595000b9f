import { expect, test } from 'vitest';
import { resolveRange } from './time-range.ts';

const NOW = Date.parse('2026-11-22T15:20:30Z');
const seconds = (text: string) => Date.parse(text) / 1000;

test.each([
  ['hour', { from: seconds('2026-11-22T14:20:00Z') }],
  ['today', { from: seconds('2026-11-22T05:00:00Z') }],
  ['yesterday', { from: seconds('2026-11-21T05:00:00Z'), to: seconds('2026-11-22T05:00:00Z') }],
  ['7d', { from: seconds('2026-11-16T05:00:00Z') }],
  // The clocks were set back on 1 November: a day begins at midnight all the same.
  ['30d', { from: seconds('2026-10-24T04:00:00Z') }],
] as const)('%s', (range, expected) => {
  expect(resolveRange({ range }, NOW, 'America/New_York')).toEqual(expected);
});

test('times of the address are as they are, and the later one is the end', () => {
  expect(resolveRange({ from: 10, to: 20 }, NOW, 'UTC')).toEqual({ from: 10, to: 20 });
  expect(resolveRange({ from: 20, to: 10 }, NOW, 'UTC')).toEqual({ from: 10, to: 20 });
  expect(resolveRange({}, NOW, 'UTC')).toEqual({ from: undefined, to: undefined });
});

test('a preset counts before times', () => {
  expect(resolveRange({ range: 'today', from: 10 }, NOW, 'UTC')).toEqual({ from: seconds('2026-11-22T00:00:00Z') });
});
