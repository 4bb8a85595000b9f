import { type NgramModel, SENTENCE_END, SENTENCE_START } from './ngram-model.ts';

/**
 * Share of neighbouring words that were never expected beside each other, above which an utterance is taken for
 * something else. Measured: under 0.3 for what the grammar holds, up to 0.6 for free sentences with phrases of it,
 * over 0.6 for nine of ten sentences that are foreign to it.
 */
const MAXIMUM_STRANGE_SHARE = 0.62;

/** Whether the second word was ever expected behind the first. */
const mayFollow = (first: string, second: string, model: NgramModel): boolean =>
  model.contexts.get(first)?.next.has(second) ?? false;

/**
 * Whether recognized words make sense to the grammar. A recognizer that must choose among some hundred words turns
 * foreign speech into a random sequence of them: such words are better not believed.
 */
export function isPlausible(words: string[], model: NgramModel): boolean {
  const sequence = [SENTENCE_START, ...words, SENTENCE_END];
  const strange = sequence.slice(1).filter((word, i) => !mayFollow(sequence[i]!, word, model));
  return strange.length / (sequence.length - 1) <= MAXIMUM_STRANGE_SHARE;
}

/**
 * How likely what is expected is to end behind these words, 0 to 1. Where two of them were never expected beside each
 * other something else was said, of which nothing is known: 0, as if it went on.
 */
export function endsBehind(words: string[], model: NgramModel): number {
  const isExpected = words.length > 0 && words.slice(1).every((word, i) => mayFollow(words[i]!, word, model));
  return isExpected ? model.endsBehind(words) : 0;
}
