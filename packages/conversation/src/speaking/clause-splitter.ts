import type { LanguagePack } from '../languages/language-pack.ts';
import { openerOf } from './openers.ts';

/** Lengths in characters. */
interface ClauseLengths {
  /** The first clause is spoken while the rest is written, so it ends at the first comma that leaves it pronounceable. */
  firstMin: number;
  firstMax: number;
  /** Longer clauses sound better; a sentence under this length is spoken together with the next one. */
  min: number;
  /** From here on a comma ends a clause. */
  softMax: number;
  max: number;
}

const ALPHABETIC: ClauseLengths = { firstMin: 10, firstMax: 80, min: 24, softMax: 120, max: 240 };
/** A character is a syllable or a word. */
const DENSE: ClauseLengths = { firstMin: 6, firstMax: 40, min: 0, softMax: 50, max: 100 };
const DENSE_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const SENTENCE_ENDS = '.!?…।॥؟';
/** Ends of sentences in scripts that put no space behind them, and of their clauses. */
const WIDE_SENTENCE_ENDS = '。！？';
const WIDE_CLAUSE_ENDS = '、，；：';
const CLAUSE_ENDS = ',;:—–،؛';
const CLOSERS = '"\')]}”’»';

/** What of a language tells where clauses end. */
export type ClauseRules = Pick<LanguagePack, 'abbreviations' | 'openers'>;

/** A whole text in clauses. */
export function clausesOf(text: string, rules: ClauseRules): string[] {
  const splitter = new ClauseSplitter(rules);
  return [...splitter.push(text), ...splitter.flush()];
}

/**
 * Cuts text that streams in into clauses to be synthesized one by one. Where it cuts depends on the text alone,
 * not on how it was chopped up on the way; the clauses together are the text, but for the white space between them.
 */
export class ClauseSplitter {
  #text = '';
  /** Everything before has been looked at and does not end the clause. */
  #seen = 0;
  #isFirst = true;
  readonly #rules: ClauseRules;
  readonly #abbreviations: ReadonlySet<string>;

  constructor(rules: ClauseRules) {
    this.#rules = rules;
    this.#abbreviations = new Set(rules.abbreviations);
  }

  /** The clauses that are complete with this text; none, one or many. */
  push(delta: string): string[] {
    this.#text += delta;
    const clauses: string[] = [];
    // One character of foresight: what follows a full stop tells whether it ends anything.
    while (this.#seen < this.#text.length - 1) {
      const end = this.#endAt(this.#seen);
      this.#seen += 1;
      if (end > 0) this.#cut(end, clauses);
    }
    return clauses;
  }

  /** The end of the text: what is left of it. */
  flush(): string[] {
    const clauses: string[] = [];
    this.#cut(this.#text.length, clauses);
    return clauses;
  }

  #cut(end: number, clauses: string[]): void {
    const clause = this.#text.slice(0, end).trim();
    this.#text = this.#text.slice(end).trimStart();
    this.#seen = 0;
    if (clause === '') return;
    this.#isFirst = false;
    clauses.push(clause);
  }

  /** Length of the clause that the character at `index` completes; 0 when it completes none. */
  #endAt(index: number): number {
    const character = this.#text[index]!;
    const next = this.#text[index + 1]!;
    const length = index + 1;
    if (character === '\n') return length;
    // A closing bracket belongs to what it closes.
    if (WIDE_SENTENCE_ENDS.includes(character)) return '」』）'.includes(next) ? 0 : length;
    if (WIDE_CLAUSE_ENDS.includes(character)) return this.#endsAtComma(length, DENSE) ? length : 0;
    if (isSpace(next)) {
      const lengths = DENSE_LETTER.test(character) ? DENSE : ALPHABETIC;
      if (this.#endsSentence(index)) return this.#isFirst || length >= lengths.min ? length : 0;
      if (CLAUSE_ENDS.includes(character)) return this.#endsAtComma(length, lengths) ? length : 0;
      if (length >= this.#longest(lengths)) return length;
    }
    return DENSE_LETTER.test(character) && DENSE_LETTER.test(next) && length >= this.#longest(DENSE) ? length : 0;
  }

  /** What replies often begin with ("Sure, …") is likely to be at hand as sound, and is said while the rest is synthesized. */
  #endsAtComma(length: number, { firstMin, softMax }: ClauseLengths): boolean {
    if (!this.#isFirst) return length >= softMax;
    return length >= firstMin || openerOf(this.#text.slice(0, length), this.#rules) !== null;
  }

  #longest({ firstMax, max }: ClauseLengths): number {
    return this.#isFirst ? firstMax : max;
  }

  #endsSentence(index: number): boolean {
    let end = index;
    while (end > 0 && CLOSERS.includes(this.#text[end]!)) end -= 1;
    const character = this.#text[end]!;
    if (!SENTENCE_ENDS.includes(character)) return false;
    return character !== '.' || !endsInAbbreviation(this.#text.slice(0, end), this.#abbreviations);
  }
}

const isSpace = (character: string): boolean => /\s/.test(character);

/** Whether the full stop behind `text` belongs to its last word: "Dr.", "a.m.", "J." or a list's "1.". */
function endsInAbbreviation(text: string, abbreviations: ReadonlySet<string>): boolean {
  const word = text.slice(text.search(/\S+$/)).replace(/^["'([{“‘«]+/, '');
  if (/^\p{L}$/u.test(word) && word !== 'I') return true;
  if (/^\d{1,2}$/.test(word) && text.trim() === word) return true;
  return abbreviations.has(word.toLowerCase());
}
