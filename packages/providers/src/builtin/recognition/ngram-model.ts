import type { Sentence } from './sentences.ts';

export const SENTENCE_START = '<s>';
export const SENTENCE_END = '</s>';

const ORDER = 3;
/** Absolute discounting: this much of every count goes to what was not seen (never more than half of a count). */
const DISCOUNT = 0.6;
/** Share of the unigrams' probability that every word has alike. */
const UNIFORM_SHARE = 0.1;
/** At most this much of a context's probability is passed down to shorter contexts. */
const MAXIMUM_BACKOFF_SHARE = 0.95;

/** What may follow after a context (the words before, joined by spaces). */
interface Continuations {
  next: Map<string, number>;
  /** Factor on the shorter context's probabilities for words that are not in `next`. */
  backoff: number;
}

type Counts = Map<string, Map<string, number>>;

function countContexts(sentences: Sentence[]): Counts {
  const counts: Counts = new Map();
  for (const { words, weight, whole } of sentences) {
    const padded = whole ? [SENTENCE_START, ...words, SENTENCE_END] : words;
    for (let end = whole ? 1 : 0; end < padded.length; end++)
      for (let start = Math.max(0, end - ORDER + 1); start <= end; start++) {
        const context = padded.slice(start, end).join(' ');
        const following = counts.get(context) ?? new Map<string, number>();
        counts.set(context, following);
        following.set(padded[end]!, (following.get(padded[end]!) ?? 0) + weight);
      }
  }
  return counts;
}

/** A context without its oldest word. */
export function shorterContext(context: string): string {
  const space = context.indexOf(' ');
  return space === -1 ? '' : context.slice(space + 1);
}

/** A backoff trigram model with interpolated absolute discounting, after Ney, Essen and Kneser (1994). */
export class NgramModel {
  /** The empty context, of unigrams, is always there. */
  readonly contexts = new Map<string, Continuations>();

  constructor(sentences: Sentence[]) {
    const counts = countContexts(sentences);
    this.contexts.set('', this.unigrams(counts.get('') ?? new Map()));
    const byLength = [...counts].sort(([a], [b]) => a.split(' ').length - b.split(' ').length);
    for (const [context, following] of byLength)
      if (context !== '') this.contexts.set(context, this.smooth(context, following));
  }

  probability(context: string, word: string): number {
    const continuations = this.contexts.get(context);
    const seen = continuations?.next.get(word);
    if (seen !== undefined) return seen;
    if (context === '') return 0;
    return (continuations?.backoff ?? 1) * this.probability(shorterContext(context), word);
  }

  /** The probability that a sentence is over behind these words. */
  endsBehind(words: readonly string[]): number {
    return this.probability([SENTENCE_START, ...words].slice(1 - ORDER).join(' '), SENTENCE_END);
  }

  private unigrams(following: Map<string, number>): Continuations {
    const total = [...following.values()].reduce((sum, count) => sum + count, 0);
    const next = new Map<string, number>();
    for (const [word, count] of following)
      next.set(word, ((1 - UNIFORM_SHARE) * count) / total + UNIFORM_SHARE / following.size);
    return { next, backoff: 0 };
  }

  private smooth(context: string, following: Map<string, number>): Continuations {
    const discount = (count: number) => Math.min(DISCOUNT, count / 2);
    let total = 0;
    let discounted = 0;
    for (const count of following.values()) {
      total += count;
      discounted += discount(count);
    }
    const share = Math.min(MAXIMUM_BACKOFF_SHARE, discounted / total);
    const next = new Map<string, number>();
    let probabilitySum = 0;
    let shorterSum = 0;
    for (const [word, count] of following) {
      const shorter = this.probability(shorterContext(context), word);
      const probability = (count - discount(count)) / total + share * shorter;
      next.set(word, probability);
      probabilitySum += probability;
      shorterSum += shorter;
    }
    const backoff = Math.max(1e-7, (1 - probabilitySum) / Math.max(1e-9, 1 - shorterSum));
    return { next, backoff };
  }
}
