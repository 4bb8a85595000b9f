import { expect, test } from 'vitest';
import { numbersBetween } from './number-range.ts';

test('a block, a single number, and the longest numbers there are', () => {
  expect(numbersBetween('+493012345698', '+493012345701')).toEqual([
    ...['+493012345698', '+493012345699', '+493012345700', '+493012345701'],
  ]);
  expect(numbersBetween('+4930123', '+4930123')).toEqual(['+4930123']);
  expect(numbersBetween('+999999999999998', '+999999999999999')).toEqual(['+999999999999998', '+999999999999999']);
  expect(numbersBetween('+493012345000', '+493012345999')).toHaveLength(1000);
});

test.each([
  ['+493012345699', '+493012345600', 'is before the first number'],
  ['+493012345600', '+4930123456000', 'another number of digits'],
  ['+493012345000', '+493012346000', 'these are 1001 numbers'],
])('%s to %s is refused', (first, last, why) => {
  expect(() => numbersBetween(first, last)).toThrow(why);
});
