import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { modelDirectory } from './model.ts';

/** Names that letter-to-sound rules are asked for in one process: each takes some 15 ms, and hints are any text. */
const MAXIMUM_GUESSES = 500;

/** Flite's phones that the acoustic model calls otherwise. */
const PHONE_NAMES: Record<string, string> = { AX: 'AH' };

/**
 * What the dictionary lacks: the vowel of "who" and "two", far forward in the mouths of many Americans, sounds like those of
 * "hew" and "you"; and listeners keep their lips closed.
 */
const FURTHER_VARIANTS: Record<string, string[]> = {
  who: ['HH Y UW'],
  two: ['T Y UW'],
  mhm: ['M HH M'],
  mm: ['M M'],
};

/** How words sound, in the acoustic model's phones: from its dictionary, else by letter-to-sound rules. */
export class Pronunciations {
  /** CMUdict with its variants ("the", "the(2)"): a line each, `word PHONE PHONE …`. Kept as text: as a map it is 30 MB. */
  private readonly dictionary: string;
  private readonly known = new Map<string, string[]>();
  private readonly phonesOf: (word: string) => string[];
  private guesses = 0;

  constructor(dictionary: string, phonesOf: (word: string) => string[]) {
    this.dictionary = dictionary;
    this.phonesOf = phonesOf;
  }

  /** `phonesOf` gives Flite's phones for a word that the dictionary lacks. */
  static async load(phonesOf: (word: string) => string[]): Promise<Pronunciations> {
    return new Pronunciations(await readFile(path.join(modelDirectory, 'dict.txt'), 'latin1'), phonesOf);
  }

  /** Pronunciations of words in lower case, likeliest first; words that cannot be pronounced are left out. */
  of(words: Set<string>): Map<string, string[]> {
    const wanted = new Set([...words].filter((word) => !this.known.has(word)));
    if (wanted.size > 0) this.lookUp(wanted);
    const found = new Map<string, string[]>();
    for (const word of words) {
      const variants = [...(this.known.get(word) ?? this.guess(word)), ...(FURTHER_VARIANTS[word] ?? [])];
      if (variants.length > 0) found.set(word, variants);
    }
    return found;
  }

  private lookUp(wanted: Set<string>): void {
    for (let start = 0; start < this.dictionary.length; ) {
      const newline = this.dictionary.indexOf('\n', start);
      const end = newline === -1 ? this.dictionary.length : newline;
      const space = this.dictionary.indexOf(' ', start);
      const variant = this.dictionary.indexOf('(', start);
      const word = this.dictionary.slice(start, variant > start && variant < space ? variant : space);
      if (wanted.has(word)) {
        const phones = this.dictionary.slice(space + 1, end).trim();
        this.known.set(word, [...(this.known.get(word) ?? []), phones]);
      }
      start = end + 1;
    }
  }

  private guess(word: string): string[] {
    if (this.guesses >= MAXIMUM_GUESSES || !/^[a-z']{2,24}$/.test(word)) return [];
    this.guesses += 1;
    const phones = this.phonesOf(word).map((phone) => PHONE_NAMES[phone.toUpperCase()] ?? phone.toUpperCase());
    const variants = phones.length > 0 ? [phones.join(' ')] : [];
    this.known.set(word, variants);
    return variants;
  }
}
