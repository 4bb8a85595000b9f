import type { LikelyWords } from './moonshine.ts';

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
/** Of a voice that goes on, where the sound ends within a word: "thank you very" was "can't you very". */
const EXPECTED_SO_FAR_WITHIN = 3.5;
/** Surer than that it heard no word: keys, babble and music are .98 or more, words that it missed .9 or less. */
const WORDLESS_FROM = Math.log(0.95);
/** Less sure, a token, its own words are a guess. */
const GUESS_BELOW = -1.3;
/** Surer, something was said that is like them: of people's sentences nine in ten words are right. */
const SURE_FROM = -0.8;

const LETTERS = /[^\p{L}\p{N}']+/gu;
/** Words as they sound, without marks and capitals. */
export const plainWords = (text: string): string => text.toLowerCase().replace(LETTERS, ' ').trim();

/** Whether words are less likely than what was heard by no more than that, a token. */
const isWithin = (most: number, open: LikelyWords, weight: Weight | null): boolean =>
  weight !== null && weight.logProbability - open.logProbability >= -most * weight.tokens;

/** Whether the words that a search for what is expected has found were said, rather than those that a model of any words has. */
export const wasExpected = (open: LikelyWords, weight: Weight | null, isOver: boolean): boolean =>
  isWithin(isOver ? EXPECTED_WITHIN : EXPECTED_SO_FAR_WITHIN, open, weight);

/** Whether it is sure that there is no word in the sound. */
export const isWordless = ({ text, logProbability }: LikelyWords): boolean =>
  text === '' && logProbability >= WORDLESS_FROM;

/** Of its words, and of their being all, on average, as a natural logarithm. */
export const sureness = ({ text, logProbability }: LikelyWords): number =>
  text === '' ? Number.NEGATIVE_INFINITY : logProbability / (text.split(' ').length + 1);

/** Whether its words can be believed. */
export const isBelievable = (open: LikelyWords): boolean => sureness(open) >= GUESS_BELOW;

/** How sure each of its words is, on average, 0 to 1. */
export const confidenceOf = (open: LikelyWords): number => Math.exp(sureness(open));

/** Whether its words were surely said. */
export const isSure = (open: LikelyWords): boolean => sureness(open) >= SURE_FROM;
