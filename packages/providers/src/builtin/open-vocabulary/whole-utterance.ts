import type { Transcript } from './moonshine.ts';
import { wholeWeights } from './whole-weights.ts';
import { confidenceOf } from './word-choice.ts';

/** What is less likely is unlikely anyway, in natural logarithms. */
const LEAST = { over: -4, unmarked: -9, comma: -6 };
/** By which the inputs are of the order of 1. */
const SCALE = { unmarked: 6, comma: 3 };

/**
 * Inputs of the model that tells whether an utterance is a whole one: what the search for what is expected judges its end by, and how
 * a model of any words would end it. Behind half a sentence that one is less sure that nothing more was said, and writes a comma, or
 * no mark, sooner than a full stop; and it is less sure of its words, which are torn from others.
 * @param searched of the search, `endFeatures`
 */
export function wholeFeatures(searched: readonly number[], open: Transcript): number[] {
  const { over, unmarked, comma } = open.ending;
  return [
    ...searched,
    Math.max(LEAST.over, over),
    Math.max(LEAST.unmarked, unmarked) / SCALE.unmarked,
    Math.max(LEAST.comma, comma) / SCALE.comma,
    // It did not come to an end of its words, and says nothing of it.
    over === Number.NEGATIVE_INFINITY ? 1 : 0,
    confidenceOf(open),
  ];
}

/** How likely an utterance is to be a whole one, 0 to 1. @param searched of the search for what is expected, `endFeatures` */
export function wholeUtterance(searched: readonly number[], open: Transcript): number {
  const { bias, weights } = wholeWeights;
  const features = wholeFeatures(searched, open);
  const logOdds = features.reduce((sum, value, index) => sum + value * weights[index]!, bias);
  return 1 / (1 + Math.exp(-logOdds));
}
