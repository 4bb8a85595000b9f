import type { PhraseTree } from './phrase-tree.ts';

/** What a model makes of the next token. */
interface Expectation<Memory> {
  /** Natural logarithm of the probability that it is one of these. */
  logShare(tokens: readonly number[]): number;
  /** Of the sound and the tokens before. */
  memory: Memory;
}

/** How likely a phrase is to be all that was said. */
export interface LikelyPhrase {
  text: string;
  /** Natural logarithm of its probability. */
  logProbability: number;
}

export interface PhraseSearch<Kind extends string, Memory> {
  tree: PhraseTree<Kind>;
  start: number;
  /** What may follow the last word of a phrase. */
  ends: readonly number[];
  step(token: number, before: Memory | null): Promise<Expectation<Memory>>;
}

interface Beginning<Kind extends string, Memory> {
  node: PhraseTree<Kind>;
  token: number;
  before: Memory | null;
  logProbability: number;
}

/** Natural logarithm: less likely, nothing of its kind was said, whichever it would have been. */
export const UNLIKE = -10;

/**
 * The likeliest phrase of each kind, and of its being all that was said; `UNLIKE` and no text where there is none. Beginnings are
 * followed from the likeliest on: none that ends less likely than another one is can be it.
 */
export async function likeliestPhrases<Kind extends string, Memory>(
  search: PhraseSearch<Kind, Memory>,
): Promise<Record<Kind, LikelyPhrase>> {
  const { tree, start, ends, step } = search;
  const best = new Map<Kind, LikelyPhrase>([...tree.kinds].map((kind) => [kind, { text: '', logProbability: UNLIKE }]));
  const open: Beginning<Kind, Memory>[] = [{ node: tree, token: start, before: null, logProbability: 0 }];
  const mayBeBetter = ({ node: { kinds }, logProbability }: Beginning<Kind, Memory>): boolean =>
    [...kinds].some((kind) => logProbability > best.get(kind)!.logProbability);
  for (let next = open.pop(); next; next = open.pop()) {
    if (!mayBeBetter(next)) continue;
    const { node, token, before, logProbability } = next;
    const { logShare, memory } = await step(token, before);
    const ended = logProbability + logShare(ends);
    for (const [kind, text] of node.phrases)
      if (ended > best.get(kind)!.logProbability) best.set(kind, { text, logProbability: ended });
    for (const [child, below] of node.children)
      open.push({ node: below, token: child, before: memory, logProbability: logProbability + logShare([child]) });
    open.sort((one, other) => one.logProbability - other.logProbability);
  }
  return Object.fromEntries(best) as Record<Kind, LikelyPhrase>;
}
