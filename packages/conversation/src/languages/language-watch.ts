import { primarySubtag } from './packs.ts';
import { spokenLanguage } from './spoken-language.ts';

/** A turn of fewer words is a greeting, a name or a loan word: the next turn has to be in the same language. */
const CERTAIN_WORDS = 3;
/** Of the words of a turn, for the turn to be in a language. */
const SHARE = 0.8;

/** What the caller's latest turn was spoken in. */
export interface HeardLanguage {
  /** Of most of its words; null where none was reported. BCP 47. */
  spoken: string | null;
  /** What the call should go on in; null: as before. */
  next: string | null;
}

/** Follows the language of the caller, turn by turn, by what the recognizer tells. */
export class LanguageWatch {
  /** What the recognizer hears now. */
  #told: string | null = null;
  /** Words of finals since the last turn, by the language that was reported for them. */
  #words = new Map<string, number>();
  /** The language of the last turn, where that was another one than the call's. */
  #candidate: string | null = null;

  /** The recognizer hears this language from the next final on. */
  noteLanguage(tag: string): void {
    this.#told = tag;
  }

  noteFinal(text: string): void {
    if (this.#told === null || text === '') return;
    const count = spokenLanguage(this.#told).writing.words(text).length;
    this.#words.set(this.#told, (this.#words.get(this.#told) ?? 0) + count);
  }

  /**
   * A turn of the caller is over.
   * @param current the language of the call
   */
  judge(text: string, current: string): HeardLanguage {
    // Its final may be still to come: its language is the last that was reported.
    if (this.#words.size === 0) this.noteFinal(text);
    const total = [...this.#words.values()].reduce((sum, count) => sum + count, 0);
    const [most] = [...this.#words].sort(([, one], [, other]) => other - one);
    this.#words = new Map();
    if (!most || total === 0) return { spoken: null, next: null };
    const [spoken, count] = most;
    const before = this.#candidate;
    this.#candidate = null;
    if (isSame(spoken, current) || count < total * SHARE) return { spoken, next: null };
    if (total >= CERTAIN_WORDS || (before !== null && isSame(before, spoken))) return { spoken, next: spoken };
    this.#candidate = spoken;
    return { spoken, next: null };
  }
}

const isSame = (one: string, other: string): boolean => primarySubtag(one) === primarySubtag(other);
