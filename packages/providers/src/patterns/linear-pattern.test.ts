import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { linearPattern } from './linear-pattern.ts';

test.each([
  ['^\\d{5}$', '12345', '123456'],
  ['^[A-Z]{2}-\\d+$', 'AB-7', 'ab-7'],
  ['^[^@]+@[^@]+\\.[a-z]+$', 'ann@example.com', 'ann@example'],
  ['order', 'my order 7', 'my call'],
  ['^\\p{L}+$', 'Müller', 'Müller7'],
  ['^\\u00e9+$', 'éé', 'e'],
  ['^(?<day>mon|tue)$', 'mon', 'wed'],
  ['^\\S+\\/\\S+$', 'a/b', 'ab'],
])('%s fits %s, and not %s', (pattern, fits, fitsNot) => {
  const compiled = linearPattern(pattern);
  expect([compiled.test(fits), compiled.test(fitsNot)]).toEqual([true, false]);
});

test.each(['(', '(?=x)y', '(?<!x)y', '(a)\\1', 'a{2000}', '(a{100}){100}', 'x{900}'])('%s is refused', (pattern) => {
  expect(() => linearPattern(pattern)).toThrow(/is no regular expression of RE2|is too large/);
});

test.each(['(a+)+$', '^(a|a)*$', '(a|aa)+$', '([a-z]+)*\\d'])('%s is searched in linear time', (pattern) => {
  const beginMs = performance.now();
  // With backtracking this would take longer than there is time.
  expect(linearPattern(pattern).test(`${'a'.repeat(20_000)}!`)).toBe(false);
  expect(performance.now() - beginMs).toBeLessThan(5000);
});
