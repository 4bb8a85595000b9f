import { numberWords } from './number-words.ts';

/** A sequence of words that is expected, and how much more often than others. */
export interface Sentence {
  words: string[];
  weight: number;
  /** Whole: begins and ends an utterance. A fragment may stand anywhere in one. */
  whole: boolean;
}

const DIGITS = 'zero oh one two three four five six seven eight nine'.split(' ');
const DAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty'.split(' ');

/** Words that may stand for each other: a phrase with "monday" makes one with every day likely. */
const CLASSES = [DAYS, MONTHS, NUMBERS];
const SUBSTITUTE_WEIGHT = 0.3;
const DIGIT_PAIR_WEIGHT = 0.1;

/** What agents expect weighs more than what people say to anybody. */
const HINT_WEIGHT = 2;

/** Grammars stay bounded whatever an agent's prompt holds. */
const MAXIMUM_HINTS = 400;
const MAXIMUM_WORDS_OF_HINT = 20;

/** The words of a phrase in lower case, numbers spelled out. */
export function wordsOf(phrase: string): string[] {
  return numberWords(phrase.toLowerCase().replaceAll('’', "'"))
    .replace(/[^a-z' ]+/g, ' ')
    .split(' ')
    .map((word) => word.replace(/^'+|'+$/g, ''))
    .filter((word) => word !== '');
}

function withSubstitutes(words: string[], weight: number): Sentence[] {
  const sentences: Sentence[] = [{ words, weight, whole: true }];
  words.forEach((word, index) => {
    for (const others of CLASSES.filter((members) => members.includes(word)))
      for (const other of others.filter((member) => member !== word))
        sentences.push({ words: words.with(index, other), weight: weight * SUBSTITUTE_WEIGHT, whole: true });
  });
  return sentences;
}

/** Digits follow digits in any order: telephone and order numbers. */
function digitPairs(): Sentence[] {
  return DIGITS.flatMap((first) =>
    DIGITS.map((second) => ({ words: [first, second], weight: DIGIT_PAIR_WEIGHT, whole: false })),
  );
}

/** What may be heard: the hints of an agent, the phrases everybody says, and digits. */
export function expectedSentences(hints: string[], phrases: string[]): Sentence[] {
  const hinted = hints.slice(0, MAXIMUM_HINTS).map((hint) => wordsOf(hint).slice(0, MAXIMUM_WORDS_OF_HINT));
  return [
    ...hinted.filter((words) => words.length > 0).flatMap((words) => withSubstitutes(words, HINT_WEIGHT)),
    ...phrases.flatMap((phrase) => withSubstitutes(wordsOf(phrase), 1)),
    ...digitPairs(),
  ];
}
