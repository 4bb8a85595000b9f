import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areWorthless, type FullStops, NO_FULL_STOPS, withStops } from './full-stops.ts';

/** Partials and the final of one utterance. */
const told = (texts: readonly string[], from = NO_FULL_STOPS): FullStops =>
  texts.reduce((stops, text, at) => withStops(stops, texts[at - 1] ?? '', text), from);

const SURE = ['My', 'My number', 'My number is', 'My number is four.'];
const EVERYWHERE = ['My.', 'My number.', 'My number is', 'My number is four.', 'My number is four seven.'];

describe('a recognizer’s full stops', () => {
  it.each([
    ['none', ['my', 'my number is'], false],
    ['behind the end', SURE, false],
    ['behind what is gone on from', EVERYWHERE, true],
    ['behind what is gone on from, where nothing parts words', ['今。', '今日。', '今日は', '今日はい'], true],
    ['behind a sentence, before the next one', ['Yes.', 'Yes. I do.', 'Yes. I do. And you?'], false],
    ['behind a word that another one takes the place of', ['My.', 'Mine.', 'Nine.', 'Line.'], false],
    ['points of omission', ['My…', 'My number...', 'My number is...', 'My number is four'], false],
  ])('%s', (_, texts, worthless) => expect(areWorthless(told(texts))).toBe(worthless));

  it('are worth something again where the next ones are at ends alone', () => {
    const calm = Array.from({ length: 12 }).reduce((known: FullStops) => told(SURE, known), told(EVERYWHERE));
    expect(areWorthless(calm)).toBe(false);
  });

  it('are counted within bounds, whatever the texts are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 12 }), { maxLength: 200 }), (texts) => {
        const { put, refuted } = told(texts);
        expect(put).toBeLessThanOrEqual(30);
        expect(refuted).toBeLessThanOrEqual(put + 1);
      }),
    );
  });
});
