import { SAMPLE_RATE_HZ } from '@parley/audio';
import { TELEPHONE_MEAN } from '../recognition/cepstral-mean.ts';
import { Decoder } from '../recognition/decoder.ts';
import { buildGrammar } from '../recognition/grammar.ts';
import { isPlausible } from '../recognition/plausibility.ts';
import { Pronunciations } from '../recognition/pronunciations.ts';
import { endFeatures } from '../recognition/utterance-end.ts';
import { compileFlite, Flite } from '../synthesis/flite.ts';
import { asRecognized } from './as-recognized.ts';

/** What is made of one utterance: its text, and what the end of it is judged by. */
interface ScoredEnd {
  text: string;
  features: number[];
}

/** Hears one caller, whose agent expects these phrases. */
type CallerScorer = (hints: string[]) => (sound: Int16Array) => ScoredEnd;

/** The built-in recognizer, as it hears utterances of 8 kHz with the 300 ms before them. For the training of `utterance-end.ts`. */
export async function utteranceEndScorer(): Promise<CallerScorer> {
  const flite = new Flite(await compileFlite());
  flite.prepare();
  const pronunciations = await Pronunciations.load((word) => flite.phones(word));
  const decoder = await Decoder.create();
  return (hints) => {
    const grammar = buildGrammar(hints, pronunciations);
    decoder.load(grammar);
    let mean = TELEPHONE_MEAN;
    return (sound) => {
      decoder.begin(mean);
      for (const samples of asRecognized(sound)) decoder.decode(samples);
      const { score } = decoder.best();
      const words = decoder.end().map(({ text }) => text);
      mean = decoder.mean();
      const soundMs = (sound.length * 1000) / SAMPLE_RATE_HZ;
      const utterance = { words, score, endScore: decoder.best().score, soundMs };
      const text = isPlausible(words, grammar.model) ? words.join(' ') : '';
      return { text, features: endFeatures(utterance, grammar.model) };
    };
  };
}
