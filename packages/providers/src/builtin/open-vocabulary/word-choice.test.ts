import { expect, it } from 'vitest';
import { confidenceOf, isBelievable, isSure, isWordless, plainWords, wasExpected } from './word-choice.ts';

const open = (text: string, logProbability: number) => ({ text, logProbability });

it.each([
  ['as likely as what was heard', -1, true, true],
  ['less likely by 2.4 a token', -1 - 2.4 * 5, true, true],
  ['less likely than that', -1 - 2.5 * 5, true, false],
  ['less likely than that, while the voice goes on', -1 - 2.5 * 5, false, true],
  ['much less likely, while the voice goes on', -1 - 3.6 * 5, false, false],
] as const)('takes what is expected where it is %s: %d', (_, logProbability, isOver, is) =>
  expect(wasExpected(open('Yes, please', -1), { logProbability, tokens: 5 }, isOver)).toBe(is),
);

it('takes nothing that could not be weighed', () => expect(wasExpected(open('Yes', -0.1), null, true)).toBe(false));

it.each([
  ['Is it open', -2, [true, true], 0.61],
  ['Is it open', -4, [true, false], 0.37],
  ['Is it open', -6, [false, false], 0.22],
  ['', -0.01, [false, false], 0],
] as const)('believes %j at %d, is sure of it: %o, and how sure: %d', (text, logProbability, is, confidence) => {
  const heard = open(text, logProbability);
  expect([isBelievable(heard), isSure(heard)]).toEqual(is);
  expect(confidenceOf(heard)).toBeCloseTo(confidence, 2);
});

it.each([
  [open('', -0.04), true],
  [open('', -0.2), false],
  [open('Yes', -0.01), false],
])('knows that there is no word in %o: %s', (heard, is) => expect(isWordless(heard)).toBe(is));

it('compares words as they sound', () => expect(plainWords("Uh-huh, I'm Peter!")).toBe("uh huh i'm peter"));
