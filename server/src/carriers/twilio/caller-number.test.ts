import { expect, test } from 'vitest';
import { callerNumberIn } from './caller-number.ts';

test.each([
  ['+14155550123', '+14155550123'],
  // ANONYMOUS, UNAVAILABLE, UNKNOWN, RESTRICTED, BLOCKED and PRIVATE.
  ['+266696687', null],
  ['+86282452253', null],
  ['+8656696', null],
  ['+7378742833', null],
  ['+2562533', null],
  ['+7748283', null],
  ['ANONYMOUS', null],
  ['sip:ann@example.com', null],
  ['', null],
  // One digit more, and it is a real number.
  ['+26669668712', '+26669668712'],
])('From %s is %s', (From, number) => {
  expect(callerNumberIn(new URLSearchParams({ From }))).toBe(number);
});
