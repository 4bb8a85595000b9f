import { NgramModel, SENTENCE_END, SENTENCE_START, shorterContext } from './ngram-model.ts';
import type { Pronunciations } from './pronunciations.ts';
import { expectedSentences } from './sentences.ts';
import { telephonePhrases } from './telephone-phrases.ts';

/** How far from the best path others are followed, of states, phones and words, and the price of a word. */
export interface SearchWidth {
  beam: number;
  pbeam: number;
  wbeam: number;
  wip: number;
}

/** What a decoder searches for, in the formats of CMU Sphinx. */
export interface SearchGrammar {
  /** `word PHONE PHONE …`, a line each; variants are `word(2)`. */
  dictionary: string;
  /** Finite-state grammar. */
  fsg: string;
  /** Where the usual one does not do. */
  width?: Partial<SearchWidth>;
}

export interface Grammar extends SearchGrammar {
  /** What the grammar was made from. */
  model: NgramModel;
}

/** Probabilities as the format takes them: over 0, at most 1. */
function formatProbability(probability: number): string {
  return Math.min(1, Math.max(1e-8, probability)).toExponential(4);
}

/**
 * An n-gram model as a finite-state grammar: a state for every context, a transition for every word that was seen
 * after it, and an empty transition to the shorter context, at the price of the backoff.
 */
function finiteStateGrammar(model: NgramModel): string {
  const states = new Map([...model.contexts.keys()].map((context, index) => [context, index]));
  const final = states.size;
  const longestContext = (words: string): string => (states.has(words) ? words : longestContext(shorterContext(words)));
  const transitions: string[] = [];
  for (const [context, { next, backoff }] of model.contexts) {
    const from = states.get(context)!;
    for (const [word, probability] of next) {
      if (word === SENTENCE_END) transitions.push(`${from} ${final} ${formatProbability(probability)}`);
      else {
        const to = states.get(longestContext(context === '' ? word : `${context} ${word}`))!;
        transitions.push(`${from} ${to} ${formatProbability(probability)} ${word}`);
      }
    }
    if (context !== '')
      transitions.push(`${from} ${states.get(shorterContext(context))} ${formatProbability(backoff)}`);
  }
  return [
    'FSG_BEGIN telephone',
    `NUM_STATES ${states.size + 1}`,
    `START_STATE ${states.get(SENTENCE_START)}`,
    `FINAL_STATE ${final}`,
    ...transitions.map((transition) => `TRANSITION ${transition}`),
    'FSG_END',
    '',
  ].join('\n');
}

function dictionaryText(pronunciations: Map<string, string[]>): string {
  return [...pronunciations]
    .flatMap(([word, variants]) => variants.map((phones, i) => `${i === 0 ? word : `${word}(${i + 1})`} ${phones}\n`))
    .join('');
}

/** The grammar of an agent's hints on top of the phrases that are common on the telephone. */
export function buildGrammar(hints: string[], pronunciations: Pronunciations): Grammar {
  const sentences = expectedSentences(hints, telephonePhrases);
  const known = pronunciations.of(new Set(sentences.flatMap(({ words }) => words)));
  const sayable = sentences
    .map((sentence) => ({ ...sentence, words: sentence.words.filter((word) => known.has(word)) }))
    .filter(({ words }) => words.length > 0);
  const model = new NgramModel(sayable);
  return { dictionary: dictionaryText(known), fsg: finiteStateGrammar(model), model };
}
