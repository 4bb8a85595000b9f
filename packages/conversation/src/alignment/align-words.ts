import { type AudioRateHz, SOUND_FRAME_MS, SoundFeatures } from '@parley/audio';
import type { TimedWord } from '../conversation-event.ts';
import type { Spelling } from '../languages/spelling/spelling.ts';
import { likeliestPath, STATES, type Unit } from './likeliest-path.ts';
import { SOUND_CLASSES } from './sound-classes.ts';
import { SoundNetwork } from './sound-network.ts';
import { SOUND_WEIGHTS } from './sound-weights.ts';
import { PAUSE_KIND, SOUND_KINDS, type SpelledWord, spelledWords } from './spelled-sounds.ts';

const CLASSES = SOUND_CLASSES.length;
/** How likely a pause is behind a word. */
const PAUSE = { marked: 0.8, unmarked: 0.04 };
const PAUSE_MS = 160;
/** A voice speaks so much faster or more slowly than expected. */
const RATES = { least: 0.55, most: 1.8 };
/** Speech of synthesizers has over 1.4, noise 0.7. */
const LEAST_VARIETY = 1.1;

let network: SoundNetwork | null = null;

/** What is said, of which the audio is known. */
export interface SpokenClause {
  text: string;
  spelling: Spelling;
  /** Mono. */
  samples: Int16Array;
  rateHz: AudioRateHz;
  /** The sound of the whole text is there, not of its beginning alone. */
  isWhole: boolean;
}

/** So many frames of 10 ms are looked at in one step: under a millisecond each. */
const STEP = { features: 160, classes: 160 };

/**
 * When each word is said, in milliseconds; of a beginning, the words that are in it. By the likeliest way through the
 * text's sounds (Viterbi 1967), each a kind of sounds that a network sees in the audio. Null: the audio is not that of the
 * text. It can be waited for between two steps of it, since calls' frames must not wait.
 */
export function* alignment({
  text,
  spelling,
  samples,
  rateHz,
  isWhole,
}: SpokenClause): Generator<void, TimedWord[] | null> {
  const words = spelledWords(text, spelling);
  if (words.length === 0 || samples.length === 0) return null;
  network ??= new SoundNetwork(SOUND_WEIGHTS);
  const features = new SoundFeatures(samples, rateHz);
  const { frames, values } = features;
  for (let from = 0; from < frames; from += STEP.features) {
    features.measure(from, Math.min(frames, from + STEP.features));
    yield;
  }
  features.normalize();
  if (features.variety < LEAST_VARIETY) return null;
  network.scale(values);
  const likelihoods = new Float32Array(frames * CLASSES);
  for (let frame = 0; frame < frames; frame += 2) {
    network.classify(values, frame, likelihoods);
    if (frame % STEP.classes === 0) yield;
  }
  fillBetween(likelihoods, frames);
  const rate = isWhole ? rateOf(words, likelihoods, frames) : 1;
  const units = unitsOf(words, rate);
  const scores = kindScores(likelihoods, frames);
  yield;
  const path = yield* likeliestPath(units, scores, frames, isWhole);
  return path && timesOf(path, units, words, frames);
}

/** Every second frame is between its neighbours: it costs half as much, and finds words as well. */
function fillBetween(likelihoods: Float32Array, frames: number): void {
  for (let frame = 1; frame < frames; frame += 2)
    for (let at = frame * CLASSES; at < (frame + 1) * CLASSES; at += 1) {
      const before = likelihoods[at - CLASSES]!;
      likelihoods[at] = frame + 1 < frames ? (before + likelihoods[at + CLASSES]!) / 2 : before;
    }
}

/** Frames that are no pause, by those that are expected. */
function rateOf(words: readonly SpelledWord[], likelihoods: Float32Array, frames: number): number {
  let spoken = 0;
  for (let frame = 0; frame < frames; frame += 1) if (likelihoods[frame * CLASSES]! < 0.5) spoken += 1;
  const expectedMs = words
    .flatMap(({ sounds }) => sounds)
    .reduce((sum, { expectedMs: ms, skipped }) => sum + ms * (1 - skipped), 0);
  return Math.min(RATES.most, Math.max(RATES.least, (spoken * SOUND_FRAME_MS) / expectedMs));
}

function unitsOf(words: readonly SpelledWord[], rate: number): Unit[] {
  const units = [unit(-1, PAUSE_KIND, PAUSE_MS, 0.3)];
  for (const { sounds, isFollowedByPause } of words) {
    for (const { word, kind, expectedMs, skipped } of sounds) units.push(unit(word, kind, expectedMs * rate, skipped));
    units.push(unit(-1, PAUSE_KIND, PAUSE_MS, 1 - (isFollowedByPause ? PAUSE.marked : PAUSE.unmarked)));
  }
  return units;
}

function unit(word: number, kind: number, ms: number, skipped: number): Unit {
  const leave = Math.min(0.9, (STATES * SOUND_FRAME_MS) / ms);
  return {
    word,
    kind,
    skip: Math.log(skipped),
    take: Math.log(1 - skipped),
    leave: Math.log(leave),
    stay: Math.log(1 - leave),
  };
}

/** A row of `SOUND_KINDS` for each frame: the logarithm of how likely it is there. */
function kindScores(likelihoods: Float32Array, frames: number): Float32Array {
  const kinds = SOUND_KINDS.length;
  const scores = new Float32Array(frames * kinds);
  for (let frame = 0; frame < frames; frame += 1)
    for (let kind = 0; kind < kinds; kind += 1) {
      const likely = SOUND_KINDS[kind]!;
      let sum = 1e-4;
      for (let i = 0; i < CLASSES; i += 1) sum += likely[i]! * likelihoods[frame * CLASSES + i]!;
      scores[frame * kinds + kind] = Math.log(sum);
    }
  return scores;
}

function timesOf(path: Int16Array, units: readonly Unit[], words: readonly SpelledWord[], frames: number): TimedWord[] {
  const times: TimedWord[] = [];
  let lastMs = 0;
  const spans = words.map(() => ({ from: -1, to: -1 }));
  for (let frame = 0; frame < frames; frame += 1) {
    const { word } = units[path[frame]!]!;
    if (word < 0) continue;
    const span = spans[word]!;
    if (span.from < 0) span.from = frame;
    span.to = frame + 1;
  }
  const lastWord = spans.findLastIndex(({ from }) => from >= 0);
  for (let word = 0; word <= lastWord; word += 1) {
    const { from, to } = spans[word]!;
    const startMs = from < 0 ? lastMs : from * SOUND_FRAME_MS;
    lastMs = from < 0 ? lastMs : to * SOUND_FRAME_MS;
    times.push({ text: words[word]!.text, startMs, endMs: lastMs });
  }
  return times;
}
