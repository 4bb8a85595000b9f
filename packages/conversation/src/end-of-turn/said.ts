import type { Writing } from '../languages/writing.ts';

/** What a recognizer put behind the last word. */
type Mark = 'none' | 'stop' | 'question' | 'pause' | 'ellipsis';

/** What was said so far, cut into what is counted and compared. */
export interface Said {
  /** Folded words, or characters where words have no separator. */
  readonly units: readonly string[];
  /** Those of the last sentence, as far as punctuation tells. */
  readonly sentence: readonly string[];
  /** Those behind the last comma of that sentence; all of them where there is none. */
  readonly clause: readonly string[];
  readonly mark: Mark;
}

const FULL_STOP = /[.。．।!！]["'”’)」』]*\s*$/u;
/** Punctuation of recognizers, of every script. */
const MARKS: readonly (readonly [RegExp, Mark])[] = [
  [/(?:…|\.\.+|。。+)\s*$/u, 'ellipsis'],
  [/[,،，、;；:：\-–—]\s*$/u, 'pause'],
  [/[?？؟]["'”’)」』]*\s*$/u, 'question'],
  [FULL_STOP, 'stop'],
];
/** "4 p.m." is no spelling of two letters, and its points end no sentence. */
const MERIDIEM = /\b([ap])\.\s?m\b\.?|(?<=\p{N}\s?)([ap])\s?m\b/giu;
const SENTENCE_END = /(?:[.!?…](?=\s)|[。！？؟।])/u;
const CLAUSE_END = /(?:[,;:](?=\s)|[،，、；])/u;

export function saidSoFar(text: string, writing: Writing): Said {
  const plain = text.replace(MERIDIEM, '$1$2m').trim();
  const sentence = lastWorded(plain.split(SENTENCE_END), writing);
  return {
    units: writing.units(plain),
    sentence: writing.units(sentence),
    clause: writing.units(lastWorded(sentence.split(CLAUSE_END), writing)),
    mark: markOf(plain),
  };
}

const markOf = (text: string): Mark => MARKS.find(([pattern]) => pattern.test(text))?.[1] ?? 'none';

export const hasFullStop = (text: string): boolean => markOf(text) === 'stop';

/** As a recognizer without full stops writes it. */
export const withoutFullStop = (text: string): string => (hasFullStop(text) ? text.replace(FULL_STOP, '') : text);

const lastWorded = (pieces: string[], writing: Writing): string =>
  pieces.findLast((piece) => writing.units(piece).length > 0) ?? '';
