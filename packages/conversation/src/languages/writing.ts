import { folded } from './fold.ts';
import type { LanguagePack, PhrasePattern } from './language-pack.ts';
import { spokenWords } from './spoken-words.ts';

/** What words are made of in a key, without their apostrophes. Classes of Unicode say the same, and take 3 ms to compile. */
const WITHIN_WORD = "[^ ']";

/** How a language is written: what its texts are cut into, and how phrases are found in them. */
export class Writing {
  readonly #isSpaced: boolean;
  readonly #variants: Readonly<Record<string, string>>;
  readonly #hasVariants: boolean;
  readonly #segmenter: Intl.Segmenter | null;

  constructor({ isSpaced, variants = {}, tag }: Pick<LanguagePack, 'isSpaced' | 'variants' | 'tag'>) {
    this.#isSpaced = isSpaced;
    this.#variants = variants;
    this.#hasVariants = Object.keys(variants).length > 0;
    this.#segmenter = isSpaced ? null : new Intl.Segmenter(tag, { granularity: 'word' });
  }

  /** What separates two words. */
  get space(): string {
    return this.#isSpaced ? ' ' : '';
  }

  /** The words, as they are counted. */
  words(text: string): string[] {
    if (!this.#segmenter) return spokenWords(text);
    return [...this.#segmenter.segment(text)].flatMap(({ segment, isWordLike }) =>
      isWordLike ? spokenWords(segment) : [],
    );
  }

  /** Pieces that make up the text, each a word with the punctuation around it. */
  tokens(text: string): string[] {
    if (!this.#segmenter) return text.split(/\s+/).filter((token) => token !== '');
    const tokens: string[] = [];
    for (const { segment, isWordLike } of this.#segmenter.segment(text)) {
      if (isWordLike || tokens.length === 0) tokens.push(segment);
      else tokens.push(tokens.pop() + segment);
    }
    return tokens;
  }

  /** What phrases are compared by: folded words, or characters where words have no separator. */
  units(text: string): string[] {
    const words = spokenWords(this.#fold(text.toLowerCase()));
    return this.#isSpaced ? words : words.flatMap((word) => [...word]);
  }

  /** The units of a text as one. */
  key(text: string): string {
    return this.units(text).join(this.space);
  }

  /** Whether one of the patterns is found in a key. */
  matcher(patterns: readonly PhrasePattern[]): (key: string) => boolean {
    const expressions = patterns.map((pattern) => compiled(this.#expression(pattern)));
    return (key) => expressions.some((expression) => expression.test(key));
  }

  #expression(pattern: PhrasePattern): RegExp {
    if (pattern instanceof RegExp) return pattern;
    const source = `(?:${this.#fold(pattern)})`;
    return new RegExp(this.#isSpaced ? `(?<!${WITHIN_WORD})${source}(?!${WITHIN_WORD})` : source, 'u');
  }

  #fold(text: string): string {
    if (!this.#hasVariants) return folded(text);
    return folded(text).replace(/./gsu, (letter) => this.#variants[letter] ?? letter);
  }
}

/** V8 compiles an expression when it is first used, and again when it is used twice: not while a call waits for it. */
function compiled(expression: RegExp): RegExp {
  for (let use = 0; use < 2; use += 1) expression.test('');
  return expression;
}
