import type { Writing } from '../languages/writing.ts';
import { phrasesOf } from './turn-words.ts';

/** Finds the longest phrases that a run of units begins or ends with. */
export class PhraseClasses<C extends string> {
  readonly #classes = new Map<string, C[]>();
  readonly #space: string;
  /** In units. */
  readonly #longest: number;

  /** @param lists phrases between commas, by the class that they are of */
  constructor(lists: Readonly<Partial<Record<C, string>>>, writing: Writing) {
    this.#space = writing.space;
    let longest = 0;
    for (const [name, list] of Object.entries(lists) as [C, string][])
      for (const phrase of phrasesOf(list)) {
        const units = writing.units(phrase);
        longest = Math.max(longest, units.length);
        const key = units.join(this.#space);
        const known = this.#classes.get(key) ?? [];
        if (!known.includes(name)) this.#classes.set(key, [...known, name]);
      }
    this.#longest = longest;
  }

  /** The classes of the longest phrase at the end, and its length in units. */
  atEnd(units: readonly string[]): { classes: readonly C[]; length: number } {
    return this.#find(units, (length) => units.slice(units.length - length));
  }

  /** The same at the beginning. */
  atStart(units: readonly string[]): { classes: readonly C[]; length: number } {
    return this.#find(units, (length) => units.slice(0, length));
  }

  #find(units: readonly string[], run: (length: number) => string[]): { classes: readonly C[]; length: number } {
    for (let length = Math.min(this.#longest, units.length); length > 0; length -= 1) {
      const classes = this.#classes.get(run(length).join(this.#space));
      if (classes) return { classes, length };
    }
    return { classes: [], length: 0 };
  }
}
