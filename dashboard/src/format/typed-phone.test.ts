import { expect, test } from 'vitest';
import { formatPhone } from './phone.ts';
import { typedPhone } from './typed-phone.ts';

test.each(['+12025550101', '+493012345678', '+4420794609580'])('%s is taken as the pages show it', (number) => {
  expect(typedPhone(formatPhone(number))).toBe(number);
});

test.each([
  ['+1 (202) 555-0101', '+12025550101'],
  [' +49.30.1234 5678 ', '+493012345678'],
  ['+1 202\u2011555\u20110101', '+12025550101'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['+44(0)20/79460958', '+442079460958'],
  // No country code is made up.
  ['(202) 555-0101', '2025550101'],
])('%s is %s', (text, number) => expect(typedPhone(text)).toBe(number));

test.each(['', '+1 202 CALL ME', 'ask Ann'])('“%s” is no number, and stays', (text) => {
  expect(typedPhone(text)).toBe(text);
});
