import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUnsteady, NOTHING_TOLD, steadyAfterMs, withTold } from './steadiness.ts';

/** Partials of one utterance, so far apart. */
const told = (texts: readonly string[], everyMs = 200, from = NOTHING_TOLD) =>
  texts.reduce((known, text, at) => withTold(known, texts[at - 1] ?? '', text, at * everyMs), from);

const STEADY = ['my', 'my number', 'my number is', 'my number is four'];
const REVISING = ['my', 'my num', 'my number', 'my number it', 'my number is'];

describe('a recognizer’s steadiness', () => {
  it.each([
    ['one that only adds words', STEADY, false],
    ['one that writes them otherwise', ['my', 'My number', 'My number is,', 'My number is four.'], false],
    ['one that adds characters where nothing parts words', ['今', '今日', '今日は', '今日はい'], false],
    ['one that takes back a single word', REVISING.slice(0, 3), false],
    ['one that takes back two of five', REVISING, true],
    ['one that lengthens its newest word', ['be', 'because', 'because app', 'because apple'], true],
  ])('%s', (_, texts, unsteady) => expect(isUnsteady(told(texts))).toBe(unsteady));

  it('is forgotten where the partials behind it only add words', () => {
    const calm = Array.from({ length: 40 }).reduce(
      (known: typeof NOTHING_TOLD) => told(STEADY, 200, known),
      told(REVISING),
    );
    expect(isUnsteady(calm)).toBe(false);
  });

  it.each([
    ['steady, 240 ms', STEADY, 300, 240],
    ['unsteady, a little longer than its words take', REVISING, 300, 360],
    ['unsteady and quick, 240 ms', REVISING, 60, 240],
    ['unsteady and slow, half a second', REVISING, 2000, 500],
  ])('says how long a word has to be there: %s', (_, texts, everyMs, afterMs) =>
    expect(steadyAfterMs(told(texts, everyMs))).toBe(afterMs),
  );

  it('stays within its bounds, whatever the partials are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 12 }), { maxLength: 200 }), fc.nat(3000), (texts, everyMs) => {
        const known = told(texts, everyMs);
        expect(known.revised).toBeLessThanOrEqual(known.told);
        expect(known.told).toBeLessThanOrEqual(60);
        expect(steadyAfterMs(known)).toBeGreaterThanOrEqual(240);
        expect(steadyAfterMs(known)).toBeLessThanOrEqual(500);
      }),
    );
  });
});
