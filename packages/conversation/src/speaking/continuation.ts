import type { Message } from '../provider/language-model.ts';

const GO_ON =
  'Your message broke off after the words above, which the caller has heard. Go on from there, and repeat none of them.';

/** The dialogue for a model that is to finish a message whose beginning was said. */
export const continued = (messages: Message[], said: string): Message[] =>
  said === '' ? messages : [...messages, { role: 'agent', text: said }, { role: 'note', text: GO_ON }];

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Models begin again though they are asked to go on: takes away what was said before. */
export class WithoutRepetition {
  readonly #said: string;
  #held: string | null = '';

  constructor(said: string) {
    this.#said = letters(said);
    if (this.#said === '') this.#held = null;
  }

  /** What of the text so far is known to be new, and was not returned before. */
  push(delta: string): string {
    if (this.#held === null) return delta;
    this.#held += delta;
    const written = letters(this.#held);
    if (written.length <= this.#said.length && this.#said.startsWith(written)) return '';
    return written.startsWith(this.#said) ? this.#release(this.#repeatedLength(this.#held)) : this.#release(0);
  }

  /** The rest: a text that ends as what was said begins is new. */
  flush(): string {
    if (this.#held === null) return '';
    return this.#release(letters(this.#held) === this.#said ? this.#held.length : 0);
  }

  /** Where the repetition ends: with the last of its letters, and the punctuation behind it. */
  #repeatedLength(text: string): number {
    let count = 0;
    for (const { 0: letter, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
      if (count >= this.#said.length) return index - /[^\s.,;:!?…]*$/.exec(text.slice(0, index))![0].length;
      count += letters(letter).length;
    }
    return text.length;
  }

  #release(from: number): string {
    const fresh = this.#held!.slice(from);
    this.#held = null;
    return fresh;
  }
}
