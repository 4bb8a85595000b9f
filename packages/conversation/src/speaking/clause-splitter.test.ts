import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENGLISH } from '../languages/packs.ts';
import { ClauseSplitter } from './clause-splitter.ts';
import { speakable } from './speakable.ts';

function split(...deltas: string[]): string[] {
  const splitter = new ClauseSplitter(ENGLISH);
  return [...deltas.flatMap((delta) => splitter.push(delta)), ...splitter.flush()];
}

describe('clause splitter', () => {
  it.each([
    ['Sure, I can help you with that. What day?', ['Sure,', 'I can help you with that.', 'What day?']],
    ['Well, I can help you with that. What day?', ['Well, I can help you with that.', 'What day?']],
    ['It is free, sure, but only today.', ['It is free,', 'sure, but only today.']],
    ['Of course, I can help you with that.', ['Of course,', 'I can help you with that.']],
    ['It costs 3.30 dollars at 10.30 a.m. on Friday.', ['It costs 3.30 dollars at 10.30 a.m. on Friday.']],
    ['Dr. Smith and Mrs. J. Doe are in. Come by.', ['Dr. Smith and Mrs. J. Doe are in.', 'Come by.']],
    ['See www.example.com/a?b=c, e.g. today.', ['See www.example.com/a?b=c,', 'e.g. today.']],
    ['He said "Stop!" Then he left the building.', ['He said "Stop!"', 'Then he left the building.']],
    ['Hi! OK. Yes. It is all arranged for Tuesday.', ['Hi!', 'OK. Yes. It is all arranged for Tuesday.']],
    ['The answer is no. Anything else today?', ['The answer is no.', 'Anything else today?']],
    ['1. Open the door', ['1. Open the door']],
    ['One\ntwo\n\nthree', ['One', 'two', 'three']],
    ['こんにちは。お元気ですか？はい', ['こんにちは。', 'お元気ですか？', 'はい']],
    ['1,000,000 people. That is a lot of them.', ['1,000,000 people.', 'That is a lot of them.']],
    ['', []],
    ['  \n ', []],
  ])('splits %j', (text, clauses) => expect(split(text)).toEqual(clauses));

  it('gives the first clause away before the rest is there', () => {
    const splitter = new ClauseSplitter(ENGLISH);
    expect(splitter.push('Of course, ')).toEqual(['Of course,']);
    expect(splitter.push('I will check that. ')).toEqual([]);
    expect(splitter.push('I will check that at once. Wait')).toEqual(['I will check that. I will check that at once.']);
  });

  it('never lets a clause grow without end', () => {
    const endless = 'word '.repeat(400);
    const clauses = split(endless);
    expect(clauses[0]!.length).toBeLessThanOrEqual(90);
    expect(Math.max(...clauses.map((clause) => clause.length))).toBeLessThanOrEqual(250);
  });

  const text = fc
    .array(
      fc.constantFrom(
        'Hello',
        ' ',
        ', ',
        '. ',
        '3.30',
        'Dr.',
        '\n',
        'a.m.',
        '!',
        '"',
        'wörld',
        '。',
        '—',
        'no',
        ' e.g. ',
        '…',
      ),
    )
    .map((parts) => parts.join(''));

  it('cuts where the text says, however it was chopped up', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(200), { maxLength: 8 }), (whole, cuts) => {
        const borders = [0, ...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b), whole.length];
        const deltas = borders.slice(1).map((border, index) => whole.slice(borders[index], border));
        expect(split(...deltas)).toEqual(split(whole));
      }),
    );
  });

  it('loses nothing but white space', () => {
    fc.assert(
      fc.property(text, (whole) => {
        expect(split(whole).join('').replace(/\s/g, '')).toBe(whole.replace(/\s/g, ''));
      }),
    );
  });
});

describe('speakable text', () => {
  it.each([
    ['**Great!** We have *two* rooms.', 'Great! We have two rooms.'],
    ['# Rooms', 'Rooms'],
    ['- the first one', 'the first one'],
    ['See [our site](https://example.com).', 'See our site.'],
    ['Lovely 😊👍', 'Lovely'],
    ['`code` and 2 * 3 = 6', 'code and 2 * 3 = 6'],
    ['snake_case stays', 'snake_case stays'],
    ['😊', ''],
    ['---', ''],
    ['It’s 5 o’clock', 'It’s 5 o’clock'],
  ])('is made of %j', (text, plain) => expect(speakable(text)).toBe(plain));
});
