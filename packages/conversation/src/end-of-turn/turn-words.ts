/** What a word does at the end of what was said so far. */
export type WordClass =
  /** Joins what was said to what is coming: "and", "but". */
  | 'conjunction'
  /** Begins a clause: "because", "that", "if". */
  | 'subordinator'
  /** Wants a noun behind it, or follows none: "of", "with". */
  | 'preposition'
  /** Wants a noun or ends a verb: "on", "back", "an" of "rufe an". */
  | 'particle'
  /** Determiners and possessives. */
  | 'determiner'
  /** "is", "have", "could": more is coming, unless it ends an ellipsis. */
  | 'auxiliary'
  /** Subjects of a clause. */
  | 'subject'
  /** Objects of a verb, and pronouns that end it. */
  | 'object'
  /** Verbs that want an object or another verb. */
  | 'transitive'
  /** Wants the word that it is about: "very", "about", "another". */
  | 'modifier'
  /** Filled pauses. */
  | 'filler'
  /** Question words. */
  | 'interrogative'
  /** Ends sentences: "please", "today", "too". */
  | 'closing'
  /** Particles and forms of verbs that end a sentence. */
  | 'predicate'
  /** Particles behind a word of a sentence that goes on. */
  | 'marker'
  /** Forms of verbs and particles that join clauses. */
  | 'linking'
  /** Begins sentences: "well", "so", "actually". */
  | 'opening'
  /** Weekdays, months, times of the day. */
  | 'time'
  /** Units, currencies, counters: a number ends with them. */
  | 'unit';

/** What the agent's question asks for. */
export const ASKED = [
  'phone',
  'spelling',
  'email',
  'code',
  'card',
  'postcode',
  'birth',
  'when',
  'amount',
  'name',
  'address',
] as const;
export type Asked = (typeof ASKED)[number];

/**
 * The words of a language that tell whether a sentence is at its end. Lists are phrases between commas, as they are
 * spoken, without punctuation.
 */
export interface TurnWords {
  readonly classes: Readonly<Partial<Record<WordClass, string>>>;
  /** What a question for it contains. */
  readonly asked: Readonly<Record<Asked, string>>;
  /** A question that begins with one of them wants a yes or a no, whatever question words it has. */
  readonly asksYesNo: string;
  /** What an answer to a question of yes or no begins with. */
  readonly yesNo: string;
  /** Joins the two things that the caller is to choose from. */
  readonly or: string;
  /** Words that are one digit. */
  readonly digits: string;
  /** Words that stand for two digits, the last of which another word may replace: "twenty" of "twenty five". */
  readonly tens: string;
  /** Says that the next digit counts twice, or three times. */
  readonly twice: string;
  readonly thrice: string;
  /** How "@" and "." are said. */
  readonly at: string;
  readonly dot: string;
  /** Begins a clause behind which another has to come: "if", "when". */
  readonly conditions: string;
  readonly postcodeDigits: number;
  /** Shorter telephone numbers that are complete, too: without the area. */
  readonly localDigits: number | null;
  /** Announces four digits, or asks for them: "ends in"; left out where codes of any length are announced alike. */
  readonly fourDigits?: string;
  /** What the grammar of a sentence tells of its end, by name; left out where there is no such grammar. */
  readonly syntax?: (sentence: readonly string[]) => string[];
}

/** The phrases of a list. */
export const phrasesOf = (list: string): string[] =>
  list
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
