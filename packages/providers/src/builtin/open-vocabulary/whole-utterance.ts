import type { Ending } from './moonshine.ts';
import { wholeWeights } from './whole-weights.ts';

/** What is expected is no surer than that, in log odds. */
const MOST_EXPECTED = 12;
/** What is less likely is unlikely anyway, in natural logarithms. */
const LEAST: Ending = { over: -4, unmarked: -9, comma: -6 };
/** By which the inputs are of the order of 1. */
const SCALE = { expected: 4, unmarked: 6, comma: 3 };

const logit = (probability: number): number => Math.log(probability / (1 - probability));

/**
 * Inputs of the model that tells whether an utterance is a whole one: what a search for what is expected makes of it, and how a
 * model of any words would end it. Behind half a sentence that one is less sure that nothing more was said, and writes a comma, or
 * no mark, sooner than a full stop.
 * @param expected 0 to 1
 */
export function wholeFeatures(expected: number, { over, unmarked, comma }: Ending): number[] {
  return [
    Math.max(-MOST_EXPECTED, Math.min(MOST_EXPECTED, logit(expected))) / SCALE.expected,
    Math.max(LEAST.over, over),
    Math.max(LEAST.unmarked, unmarked) / SCALE.unmarked,
    Math.max(LEAST.comma, comma) / SCALE.comma,
  ];
}

/** How likely an utterance is to be a whole one, 0 to 1. @param expected by a search for what is expected, 0 to 1 */
export function wholeUtterance(expected: number, ending: Ending): number {
  const { bias, weights } = wholeWeights;
  const features = wholeFeatures(expected, ending);
  const logOdds = features.reduce((sum, value, index) => sum + value * weights[index]!, bias);
  return 1 / (1 + Math.exp(-logOdds));
}
