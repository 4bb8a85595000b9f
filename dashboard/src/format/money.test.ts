import { beforeAll, expect, test } from 'vitest';
import { formatMicros } from './money.ts';
import { writeFor } from './reader.ts';

beforeAll(() => writeFor({ language: 'en-US', timeZone: 'UTC' }));

test.each([
  [0, 'USD', '$0.00'],
  [12_345, 'USD', '$0.0123'],
  [1_250_000, 'EUR', '€1.25'],
])('%i millionths of %s are %s', (micros, currency, shown) => {
  expect(formatMicros(micros, currency)).toBe(shown);
});
