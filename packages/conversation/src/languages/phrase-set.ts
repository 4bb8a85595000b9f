import { cachedVerdict } from './cached-verdict.ts';
import type { Writing } from './writing.ts';

/** Longer runs of agreement ("yeah okay right sure great okay") are a caller who wants the floor. */
const MOST_WORDS = 5;
const MOST_CHARACTERS = 12;

/** What may be said without meaning more than that. */
export interface Phrases {
  /** Whether `text` consists of such phrases and nothing else. False for a text without words. */
  covers(text: string): boolean;
  /** Whether `text`, as far as it goes, may be the beginning of a text that is covered: "I" of "I see". */
  mayCover(text: string): boolean;
  /** Whether `text` consists of phrases and first words of phrases: recognizers lose the "see" of "I see". */
  coversPieces(text: string): boolean;
}

export const NO_PHRASES: Phrases = { covers: () => false, mayCover: () => false, coversPieces: () => false };

/** A set of phrases; a text matches when it is nothing but a short run of them. */
export class PhraseSet implements Phrases {
  readonly #writing: Writing;
  readonly #phrases: Set<string>;
  /** In units. */
  readonly #longest: number;

  constructor(phrases: readonly string[], writing: Writing) {
    this.#writing = writing;
    this.#phrases = new Set(phrases.map((phrase) => writing.key(phrase)));
    this.#longest = Math.max(0, ...phrases.map((phrase) => writing.units(phrase).length));
  }

  readonly covers = cachedVerdict((text) => this.#covers(text, false));

  readonly coversPieces = cachedVerdict((text) => {
    const units = this.#writing.units(text);
    return this.#isShort(units) && this.#coversPiecesFrom(units, 0);
  });

  readonly mayCover = cachedVerdict((text) => this.#covers(text, true));

  #covers(text: string, mayBreakOff: boolean): boolean {
    const units = this.#writing.units(text);
    return this.#isShort(units) && this.#coversFrom(units, 0, mayBreakOff);
  }

  #isShort(units: string[]): boolean {
    const most = this.#writing.space === '' ? MOST_CHARACTERS : MOST_WORDS;
    return units.length > 0 && units.length <= Math.max(most, this.#longest);
  }

  #coversFrom(units: string[], from: number, mayBreakOff: boolean): boolean {
    if (from === units.length) return true;
    const { space } = this.#writing;
    // Words are compared whole: "so" is no beginning of "sounds good".
    if (mayBreakOff && this.#isBeginning(`${units.slice(from).join(space)}${space}`)) return true;
    for (let length = Math.min(this.#longest, units.length - from); length > 0; length -= 1) {
      const phrase = units.slice(from, from + length).join(space);
      if (this.#phrases.has(phrase) && this.#coversFrom(units, from + length, mayBreakOff)) return true;
    }
    return false;
  }

  #coversPiecesFrom(units: string[], from: number): boolean {
    if (from === units.length) return true;
    const { space } = this.#writing;
    for (let length = Math.min(this.#longest, units.length - from); length > 0; length -= 1) {
      const phrase = units.slice(from, from + length).join(space);
      if (this.#phrases.has(phrase) && this.#coversPiecesFrom(units, from + length)) return true;
    }
    return space !== '' && this.#isBeginning(`${units[from]}${space}`) && this.#coversPiecesFrom(units, from + 1);
  }

  #isBeginning(text: string): boolean {
    return [...this.#phrases].some((phrase) => phrase.startsWith(text));
  }
}
