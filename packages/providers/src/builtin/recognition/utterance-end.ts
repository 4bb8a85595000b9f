import type { FoundEnd } from '../worker/messages.ts';
import type { NgramModel } from './ngram-model.ts';
import { endsBehind, isPlausible } from './plausibility.ts';
import { endWeights } from './utterance-end-weights.ts';

/** An utterance as the search for what is expected explains it. */
export interface SearchedUtterance {
  words: readonly string[];
  /** Log likelihood of the best path, wherever in what is expected it is. */
  score: number;
  /** Of the best one that is at an end there. */
  endScore: number;
  /** Of all that was decoded, in milliseconds. */
  soundMs: number;
}

/** More is no more certain. */
const HIGHEST_COST = 1500;
const LEAST_LIKELY = 1e-3;
/** 300 ms are decoded before a voice, and 200 behind it. */
const AROUND_MS = 500;
const SHORTEST_MS = 100;
/** One of a word or two. */
const ANSWER_S = 0.8;
const MS_PER_S = 1000;
const DIGITS = new Set('zero oh one two three four five six seven eight nine'.split(' '));
/** They are words, too. */
const NO_LETTERS = new Set(['a', 'i']);

const isDictated = (word: string): boolean => DIGITS.has(word) || (word.length === 1 && !NO_LETTERS.has(word));

function logit(probability: number): number {
  const bounded = Math.max(LEAST_LIKELY, Math.min(1 - LEAST_LIKELY, probability));
  return Math.log(bounded / (1 - bounded));
}

/**
 * Inputs of the model that tells whether an utterance is a whole one, each of the order of 1. Where the words are wrong, the
 * cost of an end still tells: the sound of a whole sentence is like some whole sentence.
 */
export function endFeatures({ words, score, endScore, soundMs }: SearchedUtterance, model: NgramModel): number[] {
  const cost = Math.max(0, Math.min(HIGHEST_COST, score - endScore));
  const plausible = isPlausible([...words], model);
  const voiceS = Math.max(SHORTEST_MS, soundMs - AROUND_MS) / MS_PER_S;
  const last = words.at(-1);
  return [
    cost / 100,
    Math.log(1 + cost),
    Math.max(0, 3 - cost / 50),
    logit(plausible ? endsBehind([...words], model) : 0) / 3,
    plausible ? 1 : 0,
    Math.log(1 + words.length),
    words.length > 0 && words.slice(-2).every(isDictated) ? 1 : 0,
    last !== undefined && isDictated(last) ? 1 : 0,
    Math.log(voiceS),
    // An answer is short, and yet whole.
    Math.max(0, Math.log(ANSWER_S / voiceS)),
    words.length / voiceS / 3,
  ];
}

/** How likely an utterance is to be a whole one, by how the search explains it. */
export function utteranceEnd(utterance: SearchedUtterance, model: NgramModel): FoundEnd {
  const { bias, weights } = endWeights;
  const features = endFeatures(utterance, model);
  const logOdds = features.reduce((sum, value, index) => sum + value * weights[index]!, bias);
  return { probability: 1 / (1 + Math.exp(-logOdds)), features };
}
