import { describe, expect, it } from 'vitest';
import { Utterance } from './utterance.ts';

describe('an utterance', () => {
  it.each([
    ['[BLANK_AUDIO]', ''],
    ['(coughs) yes', 'yes'],
    ['.', ''],
    ['♪ la la ♪', 'la la'],
    ['  two   words ', 'two words'],
  ])('hears words only: %j', (text, heard) => {
    const partial = new Utterance();
    partial.hearPartial({ type: 'partial', text, startMs: null, untilMs: null }, 0);
    expect(partial.text).toBe(heard);
    const final = new Utterance();
    final.hearFinal({ type: 'final', text, words: [], startMs: null }, 0);
    expect(final.text).toBe(heard);
  });

  it('is settled when every final has come that was asked for', () => {
    const utterance = new Utterance();
    utterance.hearPartial({ type: 'partial', text: 'one', startMs: null, untilMs: null }, 0);
    expect(utterance.isSettled).toBe(false);
    utterance.expectFinal();
    utterance.expectFinal();
    utterance.hearFinal({ type: 'final', text: 'one', words: [], startMs: null }, 0);
    expect(utterance.awaitsFinal).toBe(true);
    utterance.hearPartial({ type: 'partial', text: 'two', startMs: null, untilMs: null }, 0);
    utterance.giveUpFinals();
    expect(utterance).toMatchObject({ isSettled: true, text: 'one two' });
  });

  it('puts words into the time of the call', () => {
    const utterance = new Utterance();
    const words = [{ text: 'late', startMs: 100, endMs: 300 }];
    utterance.hearFinal({ type: 'final', text: 'late', words, startMs: null }, 5000);
    expect(utterance.words).toEqual([{ text: 'late', startMs: 5100, endMs: 5300 }]);
  });

  it('does not say twice what its final says after it was given up', () => {
    const utterance = new Utterance();
    utterance.hearPartial({ type: 'partial', text: 'yes', startMs: 100, untilMs: null }, 0);
    utterance.giveUpFinals();
    utterance.hearPartial({ type: 'partial', text: 'and', startMs: 900, untilMs: null }, 0);
    utterance.hearFinal({ type: 'final', text: 'yes please', words: [], startMs: 100 }, 0);
    expect(utterance).toMatchObject({ isSettled: false, text: 'yes please and' });
    utterance.hearFinal({ type: 'final', text: '', words: [], startMs: 900 }, 0);
    expect(utterance).toMatchObject({ isSettled: true, text: 'yes please' });
  });
});
