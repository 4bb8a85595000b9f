import { PhraseSet } from '../../languages/phrase-set.ts';
import type { Writing } from '../../languages/writing.ts';
import { phrasesOf, type TurnWords } from '../turn-words.ts';
import { type CorpusTurn, hashOf } from './corpus.ts';

type ExampleKind = 'end' | 'open' | 'maybe' | 'within';

/** The text that a recognizer had while the caller was silent. */
export interface Example {
  readonly kind: ExampleKind;
  readonly text: string;
  readonly question: string | null;
  readonly turn: CorpusTurn;
}

const PAUSED = /[,、，،]$/u;
const FULL_STOP = /[.!?。！？।؟]$/u;
/** But not the point of an address. */
const PUNCTUATION = /[,!?;:。、，！？।؟،…]|\.(?!\p{L})/gu;

/** The examples of a turn: its end, its pauses, and the places between words at which people pause now and then. */
export function examplesOf(turn: CorpusTurn, words: TurnWords, writing: Writing): Example[] {
  const { space } = writing;
  const answers = new PhraseSet(phrasesOf(words.yesNo), writing);
  const { pieces, pauses, question } = turn;
  /** "Yes, I do", "milk, eggs": the comma tells of more, and without it the words might have been all. */
  const kindOf = (form: string, kind: ExampleKind): ExampleKind => {
    if (kind === 'maybe' && PAUSED.test(form)) return 'open';
    return kind === 'open' && !PAUSED.test(form) && answers.covers(form) ? 'maybe' : kind;
  };
  const whole = pieces.join(space);
  const found: Example[] = [];
  const add = (kind: ExampleKind, text: string, asked: string | null = question): void => {
    for (const form of formsOf(text, kind)) found.push({ kind: kindOf(form, kind), text: form, question: asked, turn });
  };
  // What ends in nothing was only made for its pauses.
  if (pieces.at(-1) !== '') add('end', whole);
  pauses.forEach((pause, at) => {
    const text = pieces.slice(0, at + 1).join(space);
    add(pause, text);
    if (pause === 'open' && hashOf(`${text} filled`) % 4 === 0) {
      const fillers = phrasesOf(words.classes.filler ?? '');
      add('open', `${text.replace(/[,、，،]$/u, '')}${space}${fillers[hashOf(text) % fillers.length]}`);
    }
  });
  const ends = new Set([whole, ...pauses.map((_, at) => pieces.slice(0, at + 1).join(space))]);
  const tokens = writing.tokens(whole);
  for (let count = 1; turn.origin !== 'derived' && count < tokens.length; count += 1) {
    const text = tokens.slice(0, count).join(space).trim();
    if (!ends.has(text) && !ends.has(text.replace(/[,、，،]$/u, ''))) add('within', text);
  }
  return found;
}

/**
 * As recognizers write it: with punctuation and capitals, without either, and, behind words that are no end, with the
 * full stop that some put behind everything.
 */
function formsOf(text: string, kind: ExampleKind): string[] {
  const plain = text.toLowerCase().replace(PUNCTUATION, '').replace(/\s+/g, ' ').trim();
  const bare = text.replace(FULL_STOP, '');
  const stop = /[。、！？]|\p{Script=Han}$/u.test(text) ? '。' : '.';
  if (kind === 'end') return [text, plain, ...(hashOf(text) % 3 === 0 ? [bare] : [])];
  const stopped = hashOf(`${text} stopped`) % 3 === 0 && !/\p{P}$/u.test(text) ? [`${text}${stop}`] : [];
  return [text, plain, ...stopped];
}
