import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spokenPieces } from './spoken-text.ts';

describe('spokenPieces', () => {
  it.each([
    ['Call +12025550101.', 'Call 1, 2 0 2, 5 5 5, 0 1 0 1 .'],
    ['(202) 555-0101', '2 0 2, 5 5 5, 0 1 0 1'],
    ['It costs $40 at 3:30 pm', 'It costs $40 at 3:30 pm'],
    ['2024-12-25', '2024-12-25'],
    ['1,000,000 people', '1,000,000 people'],
    ['€40 & 5 %', '40 euros and 5 percent'],
    ['Café “Zoë” – it’s good', "Cafe Zoe , it's good"],
    ['me@example.com', 'me at example dot com'],
    ['**Bold** and _more_', 'Bold and more'],
    ['<speak>hi &amp; bye</speak>', 'speak hi and amp; bye speak'],
    ['-o /etc/passwd', 'o etc passwd'],
    ['hi 😀 there', 'hi there'],
    ['one\u0000two\nthree', 'one two three'],
  ])('makes %j pronounceable', (text, expected) => {
    expect(spokenPieces(text)).toEqual([expected]);
  });

  it.each(['', ' ', '...', '?!', '😀🎉', '--', '\u0000', '你好'])('has nothing to say for %j', (text) => {
    expect(spokenPieces(text)).toEqual([]);
  });

  it('cuts long text after sentences', () => {
    const sentence = `${'word '.repeat(20).trim()}.`;
    const pieces = spokenPieces(Array(10).fill(sentence).join(' '));
    expect(pieces).toHaveLength(10);
    expect(new Set(pieces)).toEqual(new Set([sentence]));
  });

  it('gives bounded pieces of plain characters for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
        for (const piece of spokenPieces(text)) {
          expect(piece.length).toBeLessThanOrEqual(200);
          expect(piece).toMatch(/^[A-Za-z0-9$.,;:!?' -]+$/);
          for (const word of piece.split(' ')) expect(word.length).toBeLessThanOrEqual(40);
        }
      }),
    );
  });

  it('keeps every word of long prose, in order', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(words, (list) => {
        expect(spokenPieces(list.join(' ')).join(' ')).toBe(list.join(' '));
      }),
    );
  });
});
