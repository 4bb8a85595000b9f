import { describe, expect, it } from 'vitest';
import { readPhoneGroups, readPhones, wordSpans } from './phone-words.ts';

describe('the phones that Flite prints', () => {
  it('have the times of their ends', () => {
    expect(readPhones('pau:0.158 dh:0.306 iy:0.366 ')).toEqual([
      { name: 'pau', startMs: 0, endMs: 158 },
      { name: 'dh', startMs: 158, endMs: 306 },
      { name: 'iy', startMs: 306, endMs: 366 },
    ]);
  });

  it('are grouped by the pauses between them', () => {
    expect(readPhoneGroups('pau dh ax pau ae p ax l pau ')).toEqual([
      ['dh', 'ax'],
      ['ae', 'p', 'ax', 'l'],
    ]);
  });
});

describe('the times of words', () => {
  const phones = (text: string) =>
    readPhones(
      text
        .split(' ')
        .map((name, i) => `${name}:${(i + 1) / 10}`)
        .join(' '),
    );

  it('are those of their phones, without the pauses around them', () => {
    const said = phones('pau g uh d pau d ey pau');
    expect(
      wordSpans(said, [
        ['g', 'uh', 'd'],
        ['d', 'ey'],
      ]),
    ).toEqual([
      { startMs: 100, endMs: 400 },
      { startMs: 500, endMs: 700 },
    ]);
  });

  it('are found where a word is said otherwise than alone', () => {
    // "The apple": another vowel, and "and" without its end.
    const said = phones('dh iy ae p ax l ae n s iy');
    const alone = [
      ['dh', 'ax'],
      ['ae', 'p', 'ax', 'l'],
      ['ae', 'n', 'd'],
      ['s', 'iy'],
    ];
    expect(wordSpans(said, alone).map(({ startMs }) => startMs)).toEqual([0, 200, 600, 800]);
  });

  it('are nothing for a word that is not said', () => {
    expect(wordSpans(phones('g ow'), [['g', 'ow'], []])).toEqual([
      { startMs: 0, endMs: 200 },
      { startMs: 200, endMs: 200 },
    ]);
  });
});
