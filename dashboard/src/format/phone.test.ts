import { expect, test } from 'vitest';
import { formatPhone } from './phone.ts';

test.each([
  ['+12025550101', '+1 202 555 0101'],
  ['+442071838750', '+44 207 183 8750'],
  ['+74951234567', '+7 495 123 4567'],
  ['+35312345678', '+353 123 456 78'],
  ['+4930123456', '+49 301 234 56'],
  ['+3721234', '+372 1234'],
  ['+12', '+12'],
])('%s is read as %s', (number, read) => expect(formatPhone(number)).toBe(read));
