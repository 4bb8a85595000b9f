import { expect, test } from 'vitest';
import { leadsBack } from './own-addresses.ts';

test.each([
  ['127.0.0.1', '127.0.0.1', true],
  ['127.0.0.2', '127.0.0.1', false],
  ['0.0.0.0', '127.0.0.1', true],
  ['192.0.2.10', '127.0.0.1', false],
  ['127.0.0.2', '0.0.0.0', true],
  ['127.0.0.1', '0.0.0.0', true],
  ['192.0.2.10', '0.0.0.0', false],
])('%s leads back to %s: %s', (address, bound, expected) => {
  expect(leadsBack(address, bound)).toBe(expected);
});
