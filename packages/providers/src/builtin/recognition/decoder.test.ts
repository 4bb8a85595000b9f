import { expect, it } from 'vitest';
import { Decoder } from './decoder.ts';
import { phraseGrammar } from './phrase-grammar.ts';
import { Pronunciations } from './pronunciations.ts';

it('a sound that no path of a grammar explains has the lowest score, and no text', async () => {
  const pronunciations = new Pronunciations('wait W EY T\n', () => []);
  const decoder = await Decoder.create({ scoresCompare: true });
  decoder.load(phraseGrammar(['wait'], pronunciations, {}));
  decoder.begin();
  // Shorter than the phones of the word.
  decoder.decode(Int16Array.from({ length: 480 }, (_, i) => 8000 * Math.sin(i)));
  decoder.end();
  expect(decoder.best()).toEqual({ text: '', score: -1e7 });
});
