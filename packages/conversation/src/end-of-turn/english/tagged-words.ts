import { type VerbForm, verbForms } from './verb-forms.ts';
import { NOUNS_TOO } from './verbs.ts';
import { ADJECTIVES, FUNCTION_WORDS } from './word-classes.ts';

/** What a word does in its sentence. */
export type Tag =
  | keyof typeof FUNCTION_WORDS
  | 'verb'
  | 'adjective'
  | 'noun'
  /** Ends a noun phrase, or joins a verb: nothing precedes it. */
  | 'start';

export interface TaggedWord {
  readonly word: string;
  readonly tag: Tag;
  /** Of a verb. */
  readonly verb: VerbForm | null;
}

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter((word) => word !== ''));
const functions = new Map<string, Tag[]>();
for (const [tag, list] of Object.entries(FUNCTION_WORDS) as [Tag, string][])
  for (const word of setOf(list)) functions.set(word, [...(functions.get(word) ?? []), tag]);
const adjectives = setOf(ADJECTIVES);
const nounsToo = setOf(NOUNS_TOO);
const verbs = verbForms();

const NUMBER = /^\p{Nd}|^(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)/u;
const ORDINAL =
  /^(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)$|(?:teenth|ieth|\dth|\dst|\dnd|\drd)$/u;

/** Words behind which a noun is coming, or an adjective. */
const NOMINAL: ReadonlySet<Tag> = new Set(['determiner', 'pointer', 'adjective', 'number', 'preposition']);
/** Words behind which a verb is coming. */
const VERBAL: ReadonlySet<Tag> = new Set([
  'to',
  'modal',
  'doing',
  'subject',
  'subjectModal',
  'having',
  'subjectHaving',
]);
const NAMED: ReadonlySet<Tag> = new Set(['noun', 'object', 'pointer', 'time']);
const BEFORE_BEGINNING: ReadonlySet<Tag> = new Set(['start', 'opening', 'filler', 'coordinator']);
/** Behind these a word of several classes is what begins an object, or a clause. */
const BEFORE_OBJECT: ReadonlySet<Tag> = new Set([
  'determiner',
  'pointer',
  'subject',
  'object',
  'number',
  'subjectBeing',
]);

/** The tags of a sentence, word by word: each by what it may be and what precedes it. */
export function tagged(units: readonly string[]): TaggedWord[] {
  const words: TaggedWord[] = [];
  for (const [at, word] of units.entries()) {
    const before = words.findLast(({ tag }) => tag !== 'filler' && tag !== 'degree')?.tag ?? 'start';
    const hasVerb = words.some(({ tag }) => tag === 'verb' || tag === 'being' || tag === 'subjectBeing');
    const asksBeing = words.find(({ tag }) => tag !== 'opening' && tag !== 'filler')?.tag === 'being';
    const tag = tagOf(word, { before, hasVerb, asksBeing, following: units.slice(at + 1) });
    words.push({ word, tag, verb: tag === 'verb' ? (verbs.get(word) ?? null) : null });
  }
  return words;
}

interface Place {
  /** The tag of the word before it, fillers apart. */
  readonly before: Tag;
  /** There was a verb already. */
  readonly hasVerb: boolean;
  /** The sentence begins with "is". */
  readonly asksBeing: boolean;
  readonly following: readonly string[];
}

/** They say of themselves how something is: "it is down". */
const OFF_OR_ON: ReadonlySet<string> = new Set(['down', 'up', 'off', 'out', 'over', 'back', 'away', 'together']);
/** They begin a clause, or stand before a noun. */
const TEMPORAL: ReadonlySet<string> = new Set(['after', 'before', 'since', 'until', 'than', 'as']);

function tagOf(word: string, { before, hasVerb, asksBeing, following }: Place): Tag {
  const verb = verbs.get(word);
  if (TEMPORAL.has(word)) return following.some(isVerbal) ? 'subordinator' : 'preposition';
  if (word === 'once' && !following.some(isVerbal)) return 'final';
  if ((before === 'being' || before === 'subjectBeing') && OFF_OR_ON.has(word)) return 'particle';
  if (before === 'number' && ORDINAL.test(word)) return 'time';
  if (word === 'right' && following[0] === 'now') return 'degree';
  if (asksBeing && adjectives.has(word) && (before === 'subject' || before === 'object')) return 'adjective';
  if (verb && verb.form === 'base' && VERBAL.has(before) && !functions.get(word)?.includes('object')) return 'verb';
  const known = functions.get(word);
  if (known) return functionTag(word, known, before);
  if (word.endsWith("'s")) return 'determiner';
  if (word.endsWith("'re") || word.endsWith("'ll")) return 'subjectModal';
  if (NUMBER.test(word)) return 'number';
  const isPredicate = verb?.form === 'past' && (VERBAL.has(before) || (!hasVerb && NAMED.has(before)));
  const isAdjective = adjectives.has(word) && !isPredicate;
  if (!verb) return isAdjective || ORDINAL.test(word) ? 'adjective' : 'noun';
  if (before === 'being' || before === 'subjectBeing') {
    if (verb.form === 'ing' || verb.form === 'past') return 'verb';
    return isAdjective ? 'adjective' : 'noun';
  }
  if (isAdjective) return 'adjective';
  if (NOMINAL.has(before))
    return verb.form === 'ing' && before === 'preposition' ? 'verb' : nominal(before, verb, hasVerb);
  if (VERBAL.has(before)) return 'verb';
  if (BEFORE_BEGINNING.has(before)) return beginning(word, following[0]);
  // "The package arrived", "does the price include".
  if (verb.form !== 'base')
    return verb.form === 's' && hasVerb && nounsToo.has(word.replace(/e?s$/u, '')) ? 'noun' : 'verb';
  return nounsToo.has(word) || before === 'verb' ? 'noun' : 'verb';
}

/** It makes a clause of what precedes it. */
const isVerbal = (word: string): boolean =>
  (functions.get(word) ?? []).some((tag) => tag === 'being' || tag === 'subjectBeing' || VERBAL.has(tag)) ||
  (verbs.has(word) && !nounsToo.has(word) && !adjectives.has(word));

/** "That works", and not "that work"; "the charged amount", and not "the charged". */
const nominal = (before: Tag, verb: VerbForm, hasVerb: boolean): Tag =>
  (before === 'pointer' || before === 'number') && !hasVerb && verb.form !== 'base' ? 'verb' : 'noun';

/** "Book me a table", and not "book number five". */
function beginning(word: string, next: string | undefined): Tag {
  if (!nounsToo.has(word)) return 'verb';
  return next !== undefined && (functions.get(next) ?? []).some((tag) => BEFORE_OBJECT.has(tag)) ? 'verb' : 'noun';
}

function functionTag(word: string, tags: readonly Tag[], before: Tag): Tag {
  const prefer = (...wanted: Tag[]): Tag | undefined => wanted.find((tag) => tags.includes(tag));
  if (before === 'verb' || before === 'object') {
    const behindVerb = prefer('particle', 'to', 'object', 'pointer');
    if (behindVerb) return behindVerb;
  }
  if (before === 'preposition') return prefer('object', 'pointer', 'determiner') ?? tags[0]!;
  if (BEFORE_BEGINNING.has(before))
    return prefer('subject', 'question', 'opening', 'subordinator', 'pointer') ?? tags[0]!;
  if (before === 'adjective' || before === 'determiner') return prefer('time', 'object', 'number') ?? tags[0]!;
  if (before === 'noun' || before === 'time') return prefer('subordinator', 'final', 'preposition') ?? tags[0]!;
  return word === 'to' ? 'to' : (prefer('subject', 'pointer') ?? tags[0]!);
}
