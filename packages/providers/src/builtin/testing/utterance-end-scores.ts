import { SAMPLE_RATE_HZ } from '@parley/audio';
import { listenable } from '../open-vocabulary/listenable.ts';
import { decision } from '../open-vocabulary/second-hearing.ts';
import { wholeFeatures } from '../open-vocabulary/whole-utterance.ts';
import { confidenceOf } from '../open-vocabulary/word-choice.ts';
import { TELEPHONE_MEAN } from '../recognition/cepstral-mean.ts';
import { Decoder } from '../recognition/decoder.ts';
import { buildGrammar } from '../recognition/grammar.ts';
import { isPlausible } from '../recognition/plausibility.ts';
import { Pronunciations } from '../recognition/pronunciations.ts';
import { readableText } from '../recognition/readable-text.ts';
import { endFeatures } from '../recognition/utterance-end.ts';
import { compileFlite, Flite } from '../synthesis/flite.ts';
import { asRecognized } from './as-recognized.ts';
import { InlineOpenVocabulary } from './inline-open-vocabulary.ts';

/** What is sent of an utterance. */
const AROUND = { leadMs: 300, tailMs: 200 };

/** What is made of one utterance: what the end of it is judged by, and its words. */
export interface ScoredEnd {
  /** As the search for what is expected has it. */
  searched: { text: string; features: number[] };
  /** With a model of any words, and how sure the words are, 0 to 1. */
  heard: { text: string; features: number[]; confidence: number };
}

interface UtteranceEndScorer {
  /** Hears one caller, whose agent expects these phrases. */
  caller(hints: string[]): (sound: Int16Array) => Promise<ScoredEnd>;
  /** What the model of any words writes of a sound of 8 kHz, and how sure it is, 0 to 1. */
  written(sound: Int16Array): Promise<{ text: string; confidence: number }>;
}

/**
 * The built-in recognizer, as it hears utterances of 8 kHz with the 300 ms before them. For the training of `utterance-end.ts` and
 * `whole-utterance.ts`.
 */
export async function utteranceEndScorer(): Promise<UtteranceEndScorer> {
  const flite = new Flite(await compileFlite());
  flite.prepare();
  const pronunciations = await Pronunciations.load((word) => flite.phones(word));
  const anyWords = await InlineOpenVocabulary.load(() => Promise.resolve());
  const decoder = await Decoder.create();
  const caller: UtteranceEndScorer['caller'] = (hints) => {
    const grammar = buildGrammar(hints, pronunciations);
    decoder.load(grammar);
    let mean = TELEPHONE_MEAN;
    return async (sound) => {
      decoder.begin(mean);
      for (const samples of asRecognized(sound)) decoder.decode(samples);
      const { score } = decoder.best();
      const words = decoder.end().map(({ text }) => text);
      mean = decoder.mean();
      const soundMs = (sound.length * 1000) / SAMPLE_RATE_HZ;
      const utterance = { words, score, endScore: decoder.best().score, soundMs };
      const found = isPlausible(words, grammar.model) ? readableText(words.join(' ')) : '';
      const hearing = anyWords.hear(listenable([sound], AROUND));
      const unjudged = { text: found, interjection: null, end: null };
      const { text, confidence } = (await decision(hearing, unjudged, { isOver: true }))!;
      const features = endFeatures(utterance, grammar.model);
      return {
        searched: { text: found, features },
        heard: { text: text ?? found, features: wholeFeatures(features, (await hearing.transcript)!), confidence },
      };
    };
  };
  const written: UtteranceEndScorer['written'] = async (sound) => {
    const open = (await anyWords.hear(listenable([sound], { leadMs: 0, tailMs: 0 })).transcript)!;
    return { text: open.text, confidence: confidenceOf(open) };
  };
  return { caller, written };
}
