/** So many passages are looked up in the index, by what the sample says. */
const MOST_LOOKED_UP = 20_000;
/** Of the sample itself: the best of what is everywhere. */
const MOST_SAMPLED = 100;

/** What a search among too many passages to count goes by. */
export interface SearchPlan {
  /** Words, by their numbers, that are rare enough to look up each passage that has one. */
  rare: number[];
  /** So many of the other words that passages with all of them are rare enough; null: there are no such words. */
  together: number[] | null;
  /** In how many passages a word is, about; null for the rare ones, which are counted. */
  hits: (number | null)[];
  /** Passages of the sample, by their numbers in it. */
  likely: number[];
}

/**
 * Plans by a sample: for each of its passages, which of the words it has, as bits.
 * @param passages of all documents
 */
export function planSearch(sample: readonly number[], words: number, passages: number): SearchPlan {
  const sampledWith = (bits: number): number => sample.filter((found) => (found & bits) === bits).length;
  const numbers = Array.from({ length: words }, (_, word) => word);
  const sampled = numbers.map((word) => sampledWith(1 << word));
  /** One more than was found: a word that is in no sampled passage may be in some others. */
  const atMost = (found: number): number => Math.ceil(((found + 1) * passages) / Math.max(1, sample.length));
  const byRarity = numbers.toSorted((one, other) => sampled[one]! - sampled[other]!);

  const rare: number[] = [];
  let lookedUp = 0;
  for (const word of byRarity) {
    lookedUp += atMost(sampled[word]!);
    if (lookedUp > MOST_LOOKED_UP) break;
    rare.push(word);
  }
  const common = byRarity.slice(rare.length);
  const counts = common.map((_, index) => sampledWith(bitsOf(common.slice(0, index + 1))));
  const enough = counts.findIndex((found) => atMost(found) <= MOST_LOOKED_UP);
  const weights = sampled.map((found) => Math.log(1 + sample.length / Math.max(1, found)));
  const scoreOf = (found: number): number =>
    numbers.reduce((sum, word) => sum + (found & (1 << word) ? weights[word]! : 0), 0);
  const scores = sample.map(scoreOf);
  return {
    rare,
    together: enough < 0 ? null : common.slice(0, enough + 1),
    hits: sampled.map((found, word) =>
      rare.includes(word) ? null : Math.round((found * passages) / Math.max(1, sample.length)),
    ),
    likely: [...scores.keys()]
      .filter((index) => scores[index]! > 0)
      .sort((one, other) => scores[other]! - scores[one]!)
      .slice(0, MOST_SAMPLED),
  };
}

const bitsOf = (words: readonly number[]): number => words.reduce((bits, word) => bits | (1 << word), 0);
