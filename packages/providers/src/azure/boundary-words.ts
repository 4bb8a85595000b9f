import type { SpokenWord } from '@parley/conversation/provider';
import { unescaped } from './ssml.ts';

/** Of the clock of the vendor's messages: 100 ns. */
export const TICKS_PER_MS = 10_000;

export interface Boundary {
  Offset: number;
  Duration: number;
  text: { Text: string };
}

/** Words as they stand in the clause: the vendor names them without what is around them. */
export class BoundaryWords {
  readonly #clause: string;
  #at = 0;

  constructor(clause: string) {
    this.#clause = clause;
  }

  /** The next word. */
  at({ Offset: offset, Duration: duration, text: { Text: escaped } }: Boundary): SpokenWord {
    const startMs = offset / TICKS_PER_MS;
    return { text: this.#written(unescaped(escaped)), startMs, endMs: startMs + duration / TICKS_PER_MS };
  }

  /** With the punctuation before it, and behind it up to the next word. */
  #written(word: string): string {
    const found = this.#clause.indexOf(word, this.#at);
    if (found < 0) return word;
    const before = this.#clause.slice(this.#at, found);
    const end = found + word.length;
    const behind = /^[^\s\p{L}\p{N}]*/u.exec(this.#clause.slice(end))![0];
    this.#at = end + behind.length;
    return before.trimStart() + word + behind;
  }
}
