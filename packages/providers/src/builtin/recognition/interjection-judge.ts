import { SAMPLE_RATE_HZ } from '@parley/audio';
import type { FoundInterjection } from '../worker/messages.ts';
import type { CepstralMean } from './cepstral-mean.ts';
import { Decoder } from './decoder.ts';
import type { SearchGrammar } from './grammar.ts';
import { interjectionVariants, interruptingPhrases, listeningPhrases } from './interjection-phrases.ts';
import { interjectionWeights } from './interjection-weights.ts';
import { phoneLoop, phraseGrammar } from './phrase-grammar.ts';
import type { Pronunciations } from './pronunciations.ts';
import { type VoiceShape, voiceShape } from './voice-shape.ts';

/** Log likelihoods of a sound, in the decoder's unit, by what it may be. */
export interface InterjectionScores {
  listening: Heard;
  interrupting: Heard;
  /** By any phones in any order. */
  phones: Heard;
  /** Of 10 ms, without what is around the voice. */
  frames: number;
  shape: VoiceShape;
}

interface Heard {
  text: string;
  score: number;
}

const FRAME_SAMPLES = SAMPLE_RATE_HZ / 100;
/** 300 ms are sent before a voice, and 200 behind it. */
const AROUND_FRAMES = 50;
const LEAST_FRAMES = 10;
/** What a grammar does not explain at all is far from what explains it. */
const MOST_DIFFERENCE = 3000;
/**
 * Log odds, for as many listeners as interrupters. Who interrupts goes on, and is heard again; who listens and is stopped for has
 * lost the agent's words.
 */
const INTERRUPTS_FROM = 0.5;

const bounded = (difference: number): number => Math.max(-MOST_DIFFERENCE, Math.min(MOST_DIFFERENCE, difference));

/** Inputs of the model that tells who interrupts from who listens, each of the order of 1. */
export function interjectionFeatures(scores: InterjectionScores): number[] {
  const { listening, interrupting, phones, frames, shape } = scores;
  const interrupts = bounded(interrupting.score - listening.score);
  const other = bounded(phones.score - listening.score);
  const { durationMs, voicedMs, stretches, pitchRiseSt, pitchRangeSt, levelRiseDb, crestDb } = shape;
  return [
    ...[interrupts / 1000, other / 1000, interrupts / frames / 10, other / frames / 10, frames / 100],
    ...[durationMs / 500, (durationMs / 500) ** 2, (durationMs - voicedMs) / 200, stretches, pitchRiseSt / 5],
    ...[Math.min(12, pitchRangeSt) / 5, levelRiseDb / 10, crestDb / 5],
  ];
}

/**
 * What a short voice would be over the speech of another: it is searched for what listeners say, for what people interrupt
 * with, and for any phones at all, and by how much each explains it better than the others is weighed.
 */
export class InterjectionJudge {
  readonly #decoder: Decoder;
  readonly #listening: SearchGrammar;
  readonly #interrupting: SearchGrammar;
  readonly #phones = phoneLoop();

  private constructor(decoder: Decoder, pronunciations: Pronunciations) {
    this.#decoder = decoder;
    this.#listening = phraseGrammar(listeningPhrases, pronunciations, interjectionVariants);
    this.#interrupting = phraseGrammar(interruptingPhrases, pronunciations, interjectionVariants);
  }

  /** With a decoder of its own. Rejects when the model is not there. */
  static async load(pronunciations: Pronunciations): Promise<InterjectionJudge> {
    return new InterjectionJudge(await Decoder.create({ scoresCompare: true }), pronunciations);
  }

  judge(sound: readonly Int16Array[], mean: CepstralMean): FoundInterjection {
    const scores = this.scores(sound, mean);
    const { bias, weights } = interjectionWeights;
    const logOdds = interjectionFeatures(scores).reduce((sum, value, index) => sum + value * weights[index]!, bias);
    const { listening, interrupting } = scores;
    if (logOdds < INTERRUPTS_FROM) return { phrase: listening.text, logOdds };
    return { phrase: interrupting.score > listening.score ? interrupting.text : '', logOdds };
  }

  /** @param mean of the caller, before it */
  scores(sound: readonly Int16Array[], mean: CepstralMean): InterjectionScores {
    const heardIn = (grammar: SearchGrammar): Heard => {
      this.#decoder.load(grammar);
      this.#decoder.begin(mean);
      for (const samples of sound) this.#decoder.decode(samples);
      this.#decoder.end();
      return this.#decoder.best();
    };
    return {
      listening: heardIn(this.#listening),
      interrupting: heardIn(this.#interrupting),
      phones: heardIn(this.#phones),
      frames: Math.max(
        LEAST_FRAMES,
        sound.reduce((sum, { length }) => sum + length, 0) / FRAME_SAMPLES - AROUND_FRAMES,
      ),
      shape: voiceShape(sound),
    };
  }
}
