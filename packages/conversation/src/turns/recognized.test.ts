import { describe, expect, it } from 'vitest';
import {
  awaitsFinal,
  expectFinal,
  giveUpFinals,
  isSettled,
  NOTHING_RECOGNIZED,
  type Recognized,
  textOf,
  withFinal,
  withPartial,
} from './recognized.ts';

const partial = (text: string, startMs: number | null, before: Recognized = NOTHING_RECOGNIZED): Recognized =>
  withPartial(before, { type: 'partial', text, startMs, untilMs: null });
const final = (text: string, startMs: number | null, before: Recognized = NOTHING_RECOGNIZED): Recognized =>
  withFinal(before, { type: 'final', text, words: [], startMs });

describe('what is recognized', () => {
  it.each([
    ['[BLANK_AUDIO]', ''],
    ['(coughs) yes', 'yes'],
    ['.', ''],
    ['♪ la la ♪', 'la la'],
    ['  two   words ', 'two words'],
  ])('is words only: %j', (text, heard) => {
    expect(textOf(partial(text, null))).toBe(heard);
    expect(textOf(final(text, null))).toBe(heard);
  });

  it('is settled when every final has come that was asked for', () => {
    const one = partial('one', null);
    expect(isSettled(one)).toBe(false);
    const answered = final('one', null, expectFinal(expectFinal(one)));
    expect(awaitsFinal(answered)).toBe(true);
    const two = giveUpFinals(partial('two', null, answered));
    expect(isSettled(two)).toBe(true);
    expect(textOf(two)).toBe('one two');
  });

  it('does not say twice what its final says after it was given up', () => {
    const given = giveUpFinals(partial('yes', 100));
    const both = final('yes please', 100, partial('and', 900, given));
    expect([isSettled(both), textOf(both)]).toEqual([false, 'yes please and']);
    const first = final('', 900, both);
    expect([isSettled(first), textOf(first)]).toEqual([true, 'yes please']);
  });
});
