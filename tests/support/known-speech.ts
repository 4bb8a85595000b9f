import { FRAME_SAMPLES, levelDbfs } from '@parley/audio';
import { spoken, spokenBy } from './spoken.ts';

/** Below it is the noise of µ-law silence. */
const SILENCE_DBFS = -45;
/** The same speech behind µ-law, two resamplers and a jitter buffer is alike to more than 0.85, other speech to 0.6. */
const MIN_LIKENESS = 0.7;
const STEP = FRAME_SAMPLES / 2;
const MIN_STEPS = 16;
const STRETCH_STEPS = 60;
/** Frames that a busy host loses or sends late, in steps. */
const MOST_SHIFT_STEPS = 30;
/** Between two words, in samples: 40 ms, which no recognizer takes for the end. */
const GAP = 2 * FRAME_SAMPLES;

/** A sentence whose words are spoken one by one, so that it is known where each of them is. */
export interface SpokenSentence {
  text: string;
  /** 8 kHz mono. */
  samples: Int16Array;
  /** The middle of each word, in samples. */
  middles: number[];
  /** As servers of Whisper tell it. */
  language?: string;
}

/** @param voice of espeak-ng, for example `es`; left out, the English voice that no agent has */
export async function spokenSentences(texts: readonly string[], voice?: string): Promise<SpokenSentence[]> {
  const each = texts.flatMap((text) => text.split(' '));
  const words = await (voice === undefined ? spoken(...each) : spokenBy(voice, ...each));
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
  readonly language: string;

  constructor({ text, samples, middles, language = 'english' }: SpokenSentence) {
    this.#words = text.split(' ');
    this.#middles = middles;
    this.language = language;
    this.#features = featuresOf(samples);
  }

  /**
   * Where in the sentence the piece is most likely to be, and how alike the two are: stretch by stretch, since a frame that
   * was lost or came late moves all that is behind it.
   */
  find(piece: Features): { likeness: number; words: string[] } {
    const stretches: { likeness: number; at: number; length: number }[] = [];
    for (const stretch of stretchesOf(piece)) {
      const before = stretches.at(-1);
      const expected = before && before.at + before.length;
      stretches.push({ ...this.#locate(stretch, expected), length: stretch.levels.length });
    }
    const steps = piece.levels.length;
    const likeness = stretches.reduce((sum, stretch) => sum + (stretch.likeness * stretch.length) / steps, 0);
    const last = stretches.at(-1)!;
    const [from, to] = [stretches[0]!.at * STEP, (last.at + last.length) * STEP];
    const words = this.#words.filter((_, index) => this.#middles[index]! >= from && this.#middles[index]! < to);
    return { likeness, words };
  }

  /** @param expected where it should begin; anywhere, when it is the first */
  #locate({ levels, crossings }: Features, expected: number | undefined): { likeness: number; at: number } {
    const known = this.#features;
    const [first, end] =
      expected === undefined ? [-6, known.levels.length] : [expected - MOST_SHIFT_STEPS, expected + MOST_SHIFT_STEPS];
    let best = { likeness: 0, at: expected ?? 0 };
    for (let at = first; at < end; at += 1) {
      const loudness = correlation(levels, (index) => known.levels[at + index] ?? SILENCE_DBFS);
      const hiss = correlation(crossings, (index) => known.crossings[at + index] ?? 0);
      const likeness = (loudness + hiss) / 2;
      if (likeness > best.likeness) best = { likeness, at };
    }
    return best;
  }
}

/** Long enough to be distinguished from others. */
function stretchesOf({ levels, crossings }: Features): Features[] {
  const count = Math.max(1, Math.round(levels.length / STRETCH_STEPS));
  const border = (index: number): number => Math.round((levels.length * index) / count);
  return Array.from({ length: count }, (_, index) => ({
    levels: levels.slice(border(index), border(index + 1)),
    crossings: crossings.slice(border(index), border(index + 1)),
  }));
}

/** What was heard, and in which language; nothing when it is no part of a sentence that is known. */
export interface Understood {
  text: string;
  language: string | null;
}

const NOTHING: Understood = { text: '', language: null };

export function understood(sentences: readonly KnownSpeech[], heard: readonly number[]): Understood {
  const { levels, crossings } = featuresOf(Int16Array.from(heard));
  const first = levels.findIndex((level) => level > SILENCE_DBFS);
  const end = levels.findLastIndex((level) => level > SILENCE_DBFS) + 1;
  if (first < 0 || end - first < MIN_STEPS) return NOTHING;
  const piece = { levels: levels.slice(first, end), crossings: crossings.slice(first, end) };
  const [best] = sentences
    .map((sentence) => ({ ...sentence.find(piece), language: sentence.language }))
    .toSorted((a, b) => b.likeness - a.likeness);
  return best && best.likeness >= MIN_LIKENESS ? { text: best.words.join(' '), language: best.language } : NOTHING;
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
