import { wordsOf } from '../recognition/sentences.ts';

/** What a wildcard scores: less than any phrase. */
export const WILDCARD_SCORE = 0.01;
/** Share of a phrase's words that must be heard, in their order. */
const COVERAGE = 0.75;
/** Words this long may differ in one letter: "appointments", or a recognizer's near miss. */
const FUZZY_LENGTH = 5;

const CONTRACTIONS: [RegExp, string][] = [
  [/\bwon't\b/g, 'will not'],
  [/\b(?:can't|cannot)\b/g, 'can not'],
  [/n't\b/g, ' not'],
  [/'m\b/g, ' am'],
  [/'re\b/g, ' are'],
  [/'ll\b/g, ' will'],
  [/'ve\b/g, ' have'],
  [/\b(that|it|he|she|what|who|where|there|how)'s\b/g, '$1 is'],
];

const NEGATIONS = new Set(['not', 'never']);

/** Words as they are compared: lower case, numbers and contractions spelled out. */
export function comparableWords(text: string): string[] {
  let plain = text.toLowerCase().replaceAll('’', "'");
  for (const [contraction, words] of CONTRACTIONS) plain = plain.replace(contraction, words);
  return wordsOf(plain);
}

function differsByOneLetter(a: string, b: string): boolean {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  if (short.length < FUZZY_LENGTH || long.length - short.length > 1) return false;
  let same = 0;
  while (same < short.length && long[same] === short[same]) same++;
  return long.slice(same + 1) === short.slice(long.length === short.length ? same + 1 : same);
}

function sameWord(a: string, b: string): boolean {
  return a === b || differsByOneLetter(a, b);
}

/** The most words of `phrase` that `heard` holds in the same order (longest common subsequence). */
function wordsInOrder(phrase: string[], heard: string[]): number {
  let best = new Array<number>(heard.length + 1).fill(0);
  for (const word of phrase) {
    const next = [0];
    heard.forEach((other, i) => {
      next.push(sameWord(word, other) ? best[i]! + 1 : Math.max(best[i + 1]!, next[i]!));
    });
    best = next;
  }
  return best[heard.length]!;
}

/**
 * How well an utterance answers a phrase: the number of the phrase's words that were heard in their order, 0 when it
 * does not. Further words do no harm, save a "not" that the phrase lacks.
 */
export function matchScore(phrase: string, heard: string[]): number {
  const words = comparableWords(phrase);
  if (words.length === 0 || heard.length === 0) return 0;
  const negated = (list: string[]) => list.some((word) => NEGATIONS.has(word));
  if (negated(heard) !== negated(words) && words.length > 1) return 0;
  const matched = wordsInOrder(words, heard);
  const coverage = matched / words.length;
  return coverage >= COVERAGE ? matched * coverage : 0;
}
