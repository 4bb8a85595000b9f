import type { TimedWord } from '../conversation-event.ts';
import { alignment, type SpokenClause } from './align-words.ts';

/** The search for a clause's words in its audio, step by step. */
export class WordSearch {
  readonly #steps: ReturnType<typeof alignment>;
  /** Undefined until it is over. */
  #words: TimedWord[] | null | undefined;

  constructor(clause: SpokenClause) {
    this.#steps = alignment(clause);
  }

  /** Goes on with it for less than a millisecond. */
  step(): void {
    if (this.#words !== undefined) return;
    const { done, value } = this.#steps.next();
    if (done) this.#words = value;
  }

  /** Goes on to its end. Null: the audio is not that of the text. */
  get words(): TimedWord[] | null {
    while (this.#words === undefined) this.step();
    return this.#words;
  }
}
