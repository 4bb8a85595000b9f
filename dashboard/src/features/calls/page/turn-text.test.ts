import { describe, expect, test } from 'vitest';
import { textOf, turnAt } from './turn-text.ts';

describe('textOf', () => {
  test('a turn that was said in full has nothing unheard', () => {
    expect(textOf({ text: 'Hello Maria.' })).toEqual({ heard: 'Hello Maria.', unheard: '' });
  });

  test('what follows the heard words is unheard, whatever their punctuation', () => {
    expect(textOf({ text: 'Hello Maria', generated_text: 'Hello, Maria, this is Ava.' })).toEqual({
      heard: 'Hello Maria',
      unheard: 'this is Ava.',
    });
  });

  test('a word that was cut off is heard', () => {
    expect(textOf({ text: 'See you on Thurs', generated_text: 'See you on Thursday. Goodbye.' }).unheard).toBe(
      'Goodbye.',
    );
  });

  test('speech without words is shown as such', () => {
    expect(textOf({ text: '', unintelligible: true })).toEqual({ heard: '(not understood)', unheard: '' });
  });

  test('nothing was heard', () => {
    expect(textOf({ text: '', generated_text: 'Hello there.' })).toEqual({ heard: '', unheard: 'Hello there.' });
  });
});

test('the turn at a position is the last that has begun', () => {
  const turns = [{ start: 0.5 }, { start: 2 }, { start: 2 }, { start: 9 }];
  expect([0, 0.5, 1, 2, 8.9, 100].map((positionS) => turnAt(turns, positionS))).toEqual([-1, 0, 0, 2, 2, 3]);
  expect(turnAt([], 1)).toBe(-1);
});
