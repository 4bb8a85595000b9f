import { describe, expect, it } from 'vitest';
import { allPacks, packFor } from '../languages/packs.ts';
import { spelledWords } from './spelled-sounds.ts';

const spelling = (tag: string) => packFor(tag).spelling!;
const soundsOf = (text: string, tag = 'en') => spelledWords(text, spelling(tag)).map(({ sounds }) => sounds.length);

describe('the sounds of a text', () => {
  it('are by word, as it is written, with the marks behind it', () => {
    const words = spelledWords('Well, it is — four.', spelling('en'));
    expect(words.map(({ text }) => text)).toEqual(['Well,', 'it', 'is', 'four.']);
    expect(words.map(({ isFollowedByPause }) => isFollowedByPause)).toEqual([true, false, true, true]);
    expect(words.map(({ sounds }) => sounds.map(({ word }) => word))).toEqual([
      [0, 0, 0],
      [1, 1],
      [2, 2],
      [3, 3, 3],
    ]);
  });

  it('are those of what is said, not of its letters', () => {
    const [night, nite] = ['night', 'nite'].map((word) => spelledWords(word, spelling('en'))[0]!.sounds);
    expect(night!.map(({ kind }) => kind)).toEqual(nite!.map(({ kind }) => kind));
    expect(soundsOf('Schuh', 'de')).toEqual([2]);
    expect(soundsOf('eaux', 'fr')).toEqual([1]);
  });

  it('of a number are longer than the number', () => {
    const required = spelledWords('202 is $4', spelling('en')).map(
      ({ sounds }) => sounds.filter(({ skipped }) => skipped < 0.1).length,
    );
    // Two, (oh), two; is; four, and something for the dollars.
    expect(required).toEqual([4, 2, 4]);
    expect(soundsOf('202')[0]).toBeGreaterThan(8);
  });

  it('are in any script, and none are in what is not said', () => {
    expect(spelledWords('नमस्ते Привет', spelling('en')).map(({ sounds }) => sounds.length > 3)).toEqual([true, true]);
    expect(spelledWords('😀 … !', spelling('en'))).toEqual([]);
    expect(spelledWords('你好。', spelling('en')).map(({ text }) => text)).toEqual(['你', '好。']);
  });
});

it.each(allPacks.flatMap((pack) => (pack.spelling ? [[pack.tag, pack.spelling] as const] : [])))(
  'the spelling of %s is one that can be read',
  (_, { rules, digits, tails }) => {
    expect(digits).toHaveLength(10);
    expect(tails).toHaveLength(4);
    for (const sounds of [...digits, ...tails, ...rules.map(([, each]) => each)])
      expect(sounds).toMatch(/^(?:[AEIU*nlsftdc]\??| )*$/);
  },
);
