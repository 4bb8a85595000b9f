import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGrammar } from './grammar.ts';
import { Pronunciations } from './pronunciations.ts';
import { wordsOf } from './sentences.ts';

const DICTIONARY = ['yes Y EH S', 'no N OW', 'the DH AH', 'the(2) DH IY', 'three TH R IY', 'thirty TH ER T IY'].join(
  '\n',
);

describe('wordsOf', () => {
  it.each([
    ['Yes, please!', 'yes please'],
    ['at 3:30', 'at three thirty'],
    ['at 9:00', 'at nine'],
    ['10:05', 'ten oh five'],
    ['table for 42', 'table for forty two'],
    ['room 1850', 'room one eight five zero'],
    ["I'm at John’s 'house'", "i'm at john's house"],
    ['\n## end -> {{x}}', 'end x'],
  ])('reads %j', (phrase, words) => {
    expect(wordsOf(phrase).join(' ')).toBe(words);
  });
});

describe('Pronunciations', () => {
  it('knows the variants of the dictionary, and asks for other words once', () => {
    const asked: string[] = [];
    const pronunciations = new Pronunciations(DICTIONARY, (word) => {
      asked.push(word);
      return ['k', 'ax'];
    });
    for (let i = 0; i < 2; i++) {
      const found = pronunciations.of(new Set(['the', 'kowalczyk', 'ß']));
      expect(found.get('the')).toEqual(['DH AH', 'DH IY']);
      expect(found.get('kowalczyk')).toEqual(['K AH']);
      expect(found.has('ß')).toBe(false);
    }
    expect(asked).toEqual(['kowalczyk']);
  });
});

describe('buildGrammar', () => {
  const pronunciations = new Pronunciations(DICTIONARY, () => []);

  it('leaves out what cannot be pronounced', () => {
    const { dictionary, fsg } = buildGrammar(['yes xyzzy no'], pronunciations);
    expect(dictionary).toContain('yes Y EH S\n');
    expect(dictionary).toContain('the(2) DH IY\n');
    expect(fsg).not.toContain('xyzzy');
  });

  it('holds together whatever the hints are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }), (hints) => {
        const { dictionary, fsg } = buildGrammar(['yes no', ...hints], pronunciations);
        const words = new Set(dictionary.split('\n').map((line) => line.split(' ')[0]!.replace(/\(\d+\)$/, '')));
        const states = Number(/NUM_STATES (\d+)/.exec(fsg)![1]);
        for (const line of fsg.split('\n').filter((text) => text.startsWith('TRANSITION'))) {
          const [, from, to, probability, word] = line.split(' ');
          expect(Number(from)).toBeLessThan(states);
          expect(Number(to)).toBeLessThan(states);
          expect(Number(probability)).toBeGreaterThan(0);
          expect(Number(probability)).toBeLessThanOrEqual(1);
          if (word !== undefined) expect(words).toContain(word);
        }
      }),
      { numRuns: 8 },
    );
  });
});
