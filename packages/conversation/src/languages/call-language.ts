import { primarySubtag } from './packs.ts';
import { type SpokenLanguage, spokenLanguage } from './spoken-language.ts';

/** The language that a call is held in, now. */
export class CallLanguage {
  readonly #firstTag: string;
  #tag: string;
  #spoken: SpokenLanguage;

  /** @param tag BCP 47 */
  constructor(tag: string) {
    this.#firstTag = tag;
    this.#tag = tag;
    this.#spoken = spokenLanguage(tag);
  }

  get tag(): string {
    return this.#tag;
  }

  get spoken(): SpokenLanguage {
    return this.#spoken;
  }

  /** Goes on in another language. Back in the first one, it is that of the same region again. */
  change(tag: string): void {
    this.#tag = primarySubtag(tag) === primarySubtag(this.#firstTag) ? this.#firstTag : tag;
    this.#spoken = spokenLanguage(tag);
  }
}
