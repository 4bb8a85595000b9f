import { FRAME_SAMPLES, levelDbfs } from '@parley/audio';
import { spoken } from './spoken.ts';

/** Below it is the noise of µ-law silence. */
const SILENCE_DBFS = -45;
/** The same speech behind µ-law, two resamplers and a jitter buffer is alike to more than 0.85, other speech to 0.6. */
const MIN_LIKENESS = 0.7;
const STEP = FRAME_SAMPLES / 2;
const MIN_STEPS = 16;
/** Between two words, in samples: 40 ms, which no recognizer takes for the end. */
const GAP = 2 * FRAME_SAMPLES;

/** A sentence whose words are spoken one by one, so that it is known where each of them is. */
export interface SpokenSentence {
  text: string;
  /** 8 kHz mono. */
  samples: Int16Array;
  /** The middle of each word, in samples. */
  middles: number[];
}

export async function spokenSentences(...texts: string[]): Promise<SpokenSentence[]> {
  const words = await spoken(...texts.flatMap((text) => text.split(' ')));
  return texts.map((text) => {
    const samples: number[] = [];
    const middles: number[] = [];
    for (const word of words.splice(0, text.split(' ').length)) {
      const sound = withoutSilence(word);
      middles.push(samples.length + sound.length / 2);
      samples.push(...sound, ...new Array<number>(GAP).fill(0));
    }
    return { text, samples: Int16Array.from(samples), middles };
  });
}

function withoutSilence(samples: Int16Array): Int16Array {
  const { levels } = featuresOf(samples);
  const first = levels.findIndex((level) => level > SILENCE_DBFS);
  const last = levels.findLastIndex((level) => level > SILENCE_DBFS);
  return samples.subarray(first * STEP, (last + 1) * STEP);
}

interface Features {
  /** In dB, a figure for each 10 ms; silence is all the same. */
  levels: number[];
  /** How often the wave crosses zero: vowels and hisses are far from each other. */
  crossings: number[];
}

function featuresOf(samples: Int16Array): Features {
  const [levels, crossings]: [number[], number[]] = [[], []];
  for (let at = 0; at + STEP <= samples.length; at += STEP) {
    const step = samples.subarray(at, at + STEP);
    const level = Math.max(SILENCE_DBFS, levelDbfs(step));
    levels.push(level);
    const crossed = step.filter((sample, index) => index > 0 && sample < 0 !== step[index - 1]! < 0).length;
    crossings.push(level > SILENCE_DBFS ? crossed : 0);
  }
  return { levels, crossings };
}

export class KnownSpeech {
  readonly #words: string[];
  readonly #middles: number[];
  readonly #features: Features;

  constructor({ text, samples, middles }: SpokenSentence) {
    this.#words = text.split(' ');
    this.#middles = middles;
    this.#features = featuresOf(samples);
  }

  /** Where in the sentence the piece is most likely to be, and how alike the two are. */
  find({ levels, crossings }: Features): { likeness: number; words: string[] } {
    const known = this.#features;
    let best = { likeness: 0, at: 0 };
    for (let at = -6; at < known.levels.length; at += 1) {
      const loudness = correlation(levels, (index) => known.levels[at + index] ?? SILENCE_DBFS);
      const hiss = correlation(crossings, (index) => known.crossings[at + index] ?? 0);
      const likeness = (loudness + hiss) / 2;
      if (likeness > best.likeness) best = { likeness, at };
    }
    const [from, to] = [best.at * STEP, (best.at + levels.length) * STEP];
    const words = this.#words.filter((_, index) => this.#middles[index]! >= from && this.#middles[index]! < to);
    return { likeness: best.likeness, words };
  }
}

/** The words of what was heard; none when it is no part of a sentence that is known. */
export function understood(sentences: readonly KnownSpeech[], heard: readonly number[]): string {
  const { levels, crossings } = featuresOf(Int16Array.from(heard));
  const first = levels.findIndex((level) => level > SILENCE_DBFS);
  const end = levels.findLastIndex((level) => level > SILENCE_DBFS) + 1;
  if (first < 0 || end - first < MIN_STEPS) return '';
  const piece = { levels: levels.slice(first, end), crossings: crossings.slice(first, end) };
  const [best] = sentences.map((sentence) => sentence.find(piece)).toSorted((a, b) => b.likeness - a.likeness);
  return best && best.likeness >= MIN_LIKENESS ? best.words.join(' ') : '';
}

function correlation(a: ArrayLike<number>, b: (index: number) => number): number {
  let [sumA, sumB, product, squareA, squareB] = [0, 0, 0, 0, 0];
  for (let index = 0; index < a.length; index += 1) {
    const [x, y] = [a[index]!, b(index)];
    sumA += x;
    sumB += y;
    product += x * y;
    squareA += x * x;
    squareB += y * y;
  }
  const covariance = product - (sumA * sumB) / a.length;
  const spread = (squareA - sumA ** 2 / a.length) * (squareB - sumB ** 2 / a.length);
  return spread > 0 ? covariance / Math.sqrt(spread) : 0;
}
