import { expectationWeights } from './expectation-weights.ts';

/** Neither of them is as sure as that. */
const MOST_CERTAIN = 0.999;
/** In log odds. The words of a closed vocabulary are wrong too often to be more certain. */
const MOST_OF_WORDS = 4;

/**
 * Log odds of the end of a turn of which a recognizer of a closed vocabulary has told what it expects: its own word for it,
 * and what its words say, which may be wrong.
 * @param expected 0 to 1
 * @param textOdds log odds by the words; null where there are none
 */
export function expectedOdds(expected: number, textOdds: number | null): number {
  const bounded = Math.max(1 - MOST_CERTAIN, Math.min(MOST_CERTAIN, expected));
  return Math.log(bounded / (1 - bounded)) + expectationWeights.words * boundedTextOdds(textOdds);
}

/** As they count beside what is expected, in log odds. */
export const boundedTextOdds = (textOdds: number | null): number =>
  Math.max(-MOST_OF_WORDS, Math.min(MOST_OF_WORDS, textOdds ?? 0));
