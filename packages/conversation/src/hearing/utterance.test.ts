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
    partial.hearPartial(text);
    expect(partial.text).toBe(heard);
    const final = new Utterance();
    final.hearFinal(text, [], 0);
    expect(final.text).toBe(heard);
  });

  it('is settled when every final has come that was asked for', () => {
    const utterance = new Utterance();
    utterance.hearPartial('one');
    expect(utterance.isSettled).toBe(false);
    utterance.expectFinal();
    utterance.expectFinal();
    utterance.hearFinal('one', [], 0);
    expect(utterance.awaitsFinal).toBe(true);
    utterance.hearPartial('two');
    utterance.giveUpFinals();
    expect(utterance).toMatchObject({ isSettled: true, text: 'one two' });
  });

  it('puts words into the time of the call', () => {
    const utterance = new Utterance();
    utterance.hearFinal('late', [{ text: 'late', startMs: 100, endMs: 300 }], 5000);
    expect(utterance.words).toEqual([{ text: 'late', startMs: 5100, endMs: 5300 }]);
  });
});
