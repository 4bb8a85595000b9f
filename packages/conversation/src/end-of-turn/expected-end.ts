import { expectationWeights } from './expectation-weights.ts';

/** Neither of them is as sure as that. */
const MOST_CERTAIN = 0.999;
/** In log odds. Words that may be wrong are no more certain. */
const MOST_OF_WORDS = 4;

/** What words say of an end. */
export interface EndOfWords {
  /** In log odds; 0 where there are none. */
  odds: number;
  /** How sure each word is, 0 to 1; null where the recognizer does not say. */
  confidence: number | null;
}

/**
 * Log odds of the end of a turn of which a recognizer of a closed vocabulary has told what it expects: its own word for it,
 * and what the words say, the more the surer they are.
 * @param expected 0 to 1
 */
export function expectedOdds(expected: number, words: EndOfWords): number {
  const bounded = Math.max(1 - MOST_CERTAIN, Math.min(MOST_CERTAIN, expected));
  const { unsure, sure } = expectationWeights;
  const [ofUnsure, ofSure] = wordFeatures(words);
  return Math.log(bounded / (1 - bounded)) + unsure * ofUnsure + sure * ofSure;
}

/** As they count beside what is expected: of words of which it is not known how sure they are, and of others. */
export function wordFeatures({ odds, confidence }: EndOfWords): [unsure: number, sure: number] {
  const bounded = Math.max(-MOST_OF_WORDS, Math.min(MOST_OF_WORDS, odds));
  // One wrong word, most of all the last one, makes another sentence of it: they count for less than they are sure.
  return confidence === null ? [bounded, 0] : [0, bounded * confidence ** 2];
}
