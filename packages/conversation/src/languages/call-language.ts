import { type SpokenLanguage, spokenLanguage } from './spoken-language.ts';

/** The language that a call is held in, now. */
export class CallLanguage {
  #tag: string;
  #spoken: SpokenLanguage;

  /** @param tag BCP 47 */
  constructor(tag: string) {
    this.#tag = tag;
    this.#spoken = spokenLanguage(tag);
  }

  get tag(): string {
    return this.#tag;
  }

  get spoken(): SpokenLanguage {
    return this.#spoken;
  }
}
