import { expect, it } from 'vitest';
import { numbersIn } from './numbers-in.ts';
import { beginningOf } from './suppressions-query.ts';

it('finds numbers, each once, and names what is none by its line', () => {
  expect(numbersIn('+1 (202) 555-0109, +12025550110\n\n"+12025550109";ask Ann\r\n2025550111')).toEqual({
    good: ['+12025550109', '+12025550110'],
    bad: [
      { line: 3, text: 'ask Ann' },
      { line: 4, text: '2025550111' },
    ],
  });
});

it.each([
  ['+1 202', '+1202'],
  ['1202', '+1202'],
  ['', undefined],
  [undefined, undefined],
  ['Ann', null],
])('searches for %j as %j', (typed, beginning) => {
  expect(beginningOf(typed)).toBe(beginning);
});
