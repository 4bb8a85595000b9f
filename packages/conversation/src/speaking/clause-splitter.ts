/** The first clause is spoken while the rest is written, so it ends at the first comma that leaves it pronounceable. */
const FIRST_CLAUSE_MIN = 10;
const FIRST_CLAUSE_MAX = 80;
/** Longer clauses sound better; a sentence under this length is spoken together with the next one. */
const CLAUSE_MIN = 24;
/** From here on a comma ends a clause. */
const CLAUSE_SOFT_MAX = 120;
const CLAUSE_MAX = 240;

/** Without those that are words of their own: "The answer is no." ends a sentence. */
const ABBREVIATIONS = new Set(
  'dr mr mrs ms prof st vs etc inc ltd co corp dept approx ext e.g i.e a.m p.m u.s u.k jr sr jan feb aug sept oct nov dec'.split(
    ' ',
  ),
);

const SENTENCE_ENDS = '.!?…';
/** Ends of sentences in scripts that put no space behind them. */
const WIDE_SENTENCE_ENDS = '。！？';
const CLAUSE_ENDS = ',;:—–';
const CLOSERS = '"\')]}”’»';

/**
 * Cuts text that streams in into clauses to be synthesized one by one. Where it cuts depends on the text alone,
 * not on how it was chopped up on the way; the clauses together are the text, but for the white space between them.
 */
export class ClauseSplitter {
  #text = '';
  /** Everything before has been looked at and does not end the clause. */
  #seen = 0;
  #isFirst = true;

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
    if (WIDE_SENTENCE_ENDS.includes(character)) return length;
    if (isSpace(next)) {
      if (this.#endsSentence(index)) return this.#isFirst || length >= CLAUSE_MIN ? length : 0;
      if (CLAUSE_ENDS.includes(character)) return length >= this.#commaFrom() ? length : 0;
      if (length >= this.#longest()) return length;
    }
    return 0;
  }

  #commaFrom(): number {
    return this.#isFirst ? FIRST_CLAUSE_MIN : CLAUSE_SOFT_MAX;
  }

  #longest(): number {
    return this.#isFirst ? FIRST_CLAUSE_MAX : CLAUSE_MAX;
  }

  #endsSentence(index: number): boolean {
    let end = index;
    while (end > 0 && CLOSERS.includes(this.#text[end]!)) end -= 1;
    const character = this.#text[end]!;
    if (!SENTENCE_ENDS.includes(character)) return false;
    return character !== '.' || !endsInAbbreviation(this.#text.slice(0, end));
  }
}

const isSpace = (character: string): boolean => /\s/.test(character);

/** Whether the full stop behind `text` belongs to its last word: "Dr.", "a.m.", "J." or a list's "1.". */
function endsInAbbreviation(text: string): boolean {
  const word = text.slice(text.search(/\S+$/)).replace(/^["'([{“‘«]+/, '');
  if (/^\p{L}$/u.test(word) && word !== 'I') return true;
  if (/^\d{1,2}$/.test(word) && text.trim() === word) return true;
  return ABBREVIATIONS.has(word.toLowerCase());
}
