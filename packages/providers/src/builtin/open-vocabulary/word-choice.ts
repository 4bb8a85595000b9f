import type { Transcript } from './moonshine.ts';

/** How likely words are, by a model of any words, and of how many tokens they are. */
export interface Weight {
  logProbability: number;
  tokens: number;
}

/**
 * By how much less likely, in natural logarithms a token, what is expected may be than what a model of any words hears: what was
 * expected and said is less likely by up to 2.4 in accents (names, digits and letters most), and what was not said by
 * 2.6 or more in nine of ten utterances. Sentences of the tuning set and the strangers, with hints and without.
 */
const EXPECTED_WITHIN = 2.4;
/** Of what is short, which the search hears in anything: a listener's "sure" is less likely than "so" by up to 1.8. */
const PHRASE_WITHIN = 1.8;
/** Where its own words are a guess, too. */
const GUESS_WITHIN = 3.5;
/** Surer than that it heard no word: keys, babble and music are .98 or more, words that it missed .9 or less. */
const WORDLESS_FROM = Math.log(0.95);
/** Less sure, a token, its own words are a guess. */
const GUESS_BELOW = -1.3;

const LETTERS = /[^\p{L}\p{N}']+/gu;
/** Words as they sound, without marks and capitals. */
export const plainWords = (text: string): string => text.toLowerCase().replace(LETTERS, ' ').trim();

const isWithin = (most: number, open: Transcript, weight: Weight | null): boolean =>
  weight !== null && weight.logProbability - open.logProbability >= -most * weight.tokens;

/** Whether the words that a search for what is expected has found were said, rather than those that a model of any words has. */
export const wasExpected = (open: Transcript, weight: Weight | null): boolean =>
  isWithin(EXPECTED_WITHIN, open, weight);

/** The same of a phrase that is said while another one speaks. */
export const wasPhrase = (open: Transcript, weight: Weight | null): boolean => isWithin(PHRASE_WITHIN, open, weight);

/** Whether it is not unlikely, as a guess. */
export const mayBePhrase = (open: Transcript, weight: Weight | null): boolean => isWithin(GUESS_WITHIN, open, weight);

/** Whether it is sure that there is no word in the sound. */
export const isWordless = ({ text, logProbability }: Transcript): boolean =>
  text === '' && logProbability >= WORDLESS_FROM;

/** Whether its words can be believed. */
export const isBelievable = ({ text, logProbability }: Transcript): boolean =>
  text !== '' && logProbability / (text.split(' ').length + 1) >= GUESS_BELOW;
