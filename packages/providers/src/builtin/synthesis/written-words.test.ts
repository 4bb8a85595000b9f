import { expect, it } from 'vitest';
import { spokenPieces } from './spoken-text.ts';
import { WrittenWords } from './written-words.ts';

/** Each spoken word takes 100 ms. */
const timed = (text: string) =>
  spokenPieces(text)
    .flatMap((piece) => piece.split(' ').filter((word) => /\w/.test(word)))
    .map((word, index) => ({ text: word, startMs: index * 100, endMs: (index + 1) * 100 }));

const timesOf = (text: string) =>
  new WrittenWords(text).take(timed(text)).map(({ text: word, startMs, endMs }) => [word, startMs, endMs]);

it.each([
  [
    'Well, it is four.',
    [
      ['Well,', 0, 100],
      ['it', 100, 200],
      ['is', 200, 300],
      ['four.', 300, 400],
    ],
  ],
  [
    'Call +12025550101 now',
    [
      ['Call', 0, 100],
      ['+12025550101', 100, 1200],
      ['now', 1200, 1300],
    ],
  ],
  [
    'Call (202) 555-0101 now',
    [
      ['Call', 0, 100],
      ['(202)', 100, 400],
      ['555-0101', 400, 1100],
      ['now', 1100, 1200],
    ],
  ],
  [
    'ann@example.com is it',
    [
      ['ann@example.com', 0, 500],
      ['is', 500, 600],
      ['it', 600, 700],
    ],
  ],
  [
    'It costs €5 — “now”',
    [
      ['It', 0, 100],
      ['costs', 100, 200],
      ['€5', 200, 400],
      ['“now”', 400, 500],
    ],
  ],
  [
    'Café 😀 ist zu',
    [
      ['Café', 0, 100],
      ['ist', 100, 200],
      ['zu', 200, 300],
    ],
  ],
])('the words of %j are as they are written', (text, words) => {
  expect(timesOf(text)).toEqual(words);
});

it('goes on with the next piece where the last one ended', () => {
  const words = new WrittenWords('One two three four');
  expect(words.take(timed('One two')).map(({ text }) => text)).toEqual(['One', 'two']);
  expect(words.take(timed('three four')).map(({ text }) => text)).toEqual(['three', 'four']);
});
