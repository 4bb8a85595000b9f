import { expect, it } from 'vitest';
import { type CepstralMean, TELEPHONE_MEAN } from './cepstral-mean.ts';
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

it('tells the mean of a voice: another one after each utterance, the nearer to its own the more of it was heard', async () => {
  const pronunciations = new Pronunciations('wait W EY T\n', () => []);
  const decoder = await Decoder.create();
  decoder.load(phraseGrammar(['wait'], pronunciations, {}));
  const sound = Int16Array.from({ length: 8000 }, (_, i) => 3000 * Math.sin(i) + 3000 * Math.sin(i * i));
  const heard = (mean: CepstralMean, times: number): CepstralMean => {
    decoder.begin(mean);
    for (let time = 0; time < times; time += 1) decoder.decode(sound);
    decoder.end();
    return decoder.mean();
  };
  const once = heard(TELEPHONE_MEAN, 1);
  expect(once.frames).toBeGreaterThan(90);
  expect(once.frames).toBeLessThan(110);
  const twice = heard(once, 1);
  const distance = ({ coefficients }: CepstralMean, other: CepstralMean): number =>
    Math.hypot(...coefficients.map((coefficient, index) => coefficient - other.coefficients[index]!));
  const own = heard(heard(twice, 3), 3);
  expect(distance(once, own)).toBeLessThan(distance(TELEPHONE_MEAN, own) * 0.7);
  expect(distance(twice, own)).toBeLessThan(distance(once, own) * 0.7);
  // Of what is longer the decoder keeps the end alone.
  expect(distance(heard(own, 5), own)).toBeLessThan(distance(TELEPHONE_MEAN, own) * 0.1);
});
