import type { SpokenWord } from '@parley/conversation';
import { spokenWordsOf } from './spoken-text.ts';

const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}]/gu;
/** So many spoken words after the expected one a written word is looked for. */
const LOOK_AHEAD = 12;

/** The words of a text as they are written: "+12025550101" is eleven spoken words, and "$5" is one. */
export class WrittenWords {
  readonly #rest: string[];

  constructor(text: string) {
    this.#rest = text.match(/\S+/g) ?? [];
  }

  /** The next of them, with the times of what is spoken for them. What is not found again belongs to the word before. */
  take(spoken: readonly SpokenWord[]): SpokenWord[] {
    const words: SpokenWord[] = [];
    let at = 0;
    while (this.#rest.length > 0 && at < spoken.length) {
      const text = this.#rest.shift()!;
      const found = findWord(spoken, at, text);
      if (!found) continue;
      const last = words.at(-1);
      if (last && found.from > at) last.endMs = spoken[found.from - 1]!.endMs;
      words.push({ text, startMs: spoken[found.from]!.startMs, endMs: spoken[found.to - 1]!.endMs });
      at = found.to;
    }
    const last = words.at(-1);
    if (last && at < spoken.length) last.endMs = spoken.at(-1)!.endMs;
    return words;
  }
}

/** Which spoken words are the written one. */
function findWord(spoken: readonly SpokenWord[], at: number, written: string): { from: number; to: number } | null {
  // In its sentence a number may be read as part of a longer one, without its signs.
  const ways = [spokenWordsOf(written).map(plain).join(''), plain(written)].filter((way) => way !== '');
  for (let from = at; from < Math.min(spoken.length, at + LOOK_AHEAD); from += 1)
    for (const way of ways) {
      const to = endOf(spoken, from, way);
      if (to !== null) return { from, to };
    }
  return null;
}

/** Behind the spoken words that are together `letters`; null: they are not. */
function endOf(spoken: readonly SpokenWord[], from: number, letters: string): number | null {
  let rest = letters;
  for (let index = from; index < spoken.length; index += 1) {
    const word = plain(spoken[index]!.text);
    if (!rest.startsWith(word)) return null;
    rest = rest.slice(word.length);
    if (rest === '') return index + 1;
  }
  return null;
}

const plain = (text: string): string => text.replace(NEITHER_LETTER_NOR_DIGIT, '').toLowerCase();
