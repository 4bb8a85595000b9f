import { folded } from '../../languages/fold.ts';
import { PARTICLE_WORDS, type VerbForm, verbFormOf } from './verb-forms.ts';
import { ADJECTIVES, FUNCTION_WORDS } from './word-classes.ts';

/** What a word does in its sentence. */
export type Tag =
  | keyof typeof FUNCTION_WORDS
  /** A verb in the second or the last place of its clause: not an auxiliary. */
  | 'finite'
  | 'participle'
  | 'infinitive'
  /** "anzurufen", or the infinitive behind "zu". */
  | 'withTo'
  | 'to'
  /** "an" of "ich rufe Sie an". */
  | 'particle'
  /** With an ending, before its noun; without, behind the verb. */
  | 'attribute'
  | 'adjective'
  | 'noun'
  /** A determiner that begins a clause about the noun before it. */
  | 'relative'
  | 'start';

export interface Place {
  /** The tag of the word before it, fillers and adverbs of degree apart. */
  readonly before: Tag;
  /** The clause has a finite verb, and it is at its place. */
  readonly hasFinite: boolean;
  /** The finite verb is no auxiliary: a particle may belong to it. */
  readonly isLexical: boolean;
  /** The finite verb is at the end. */
  readonly isFinal: boolean;
  readonly next: string | undefined;
}

const functions = new Map<string, Tag>();
for (const [tag, list] of Object.entries(FUNCTION_WORDS) as [Tag, string][])
  for (const word of folded(list).split(' ')) if (!functions.has(word)) functions.set(word, tag);
const adjectives = new Set(folded(ADJECTIVES).split(' '));

/** Behind these a noun is coming. */
const OPENS_NOUN: ReadonlySet<Tag> = new Set(['determiner', 'attribute', 'number', 'preposition']);
const PERSONAL: ReadonlySet<Tag> = new Set(['subject', 'pronoun', 'object']);
const NUMBER =
  /^\p{Nd}|(?:zig|ssig|zehn|hundert|tausend)$|^(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und|^eins$/u;
const ORDINAL =
  /^(?:erst|zweit|dritt|viert|fünft|sechst|siebt|acht|neunt|zehnt|elft|zwölft)e[nrs]?$|(?:zehnt|zigst|ssigst)e[nrs]?$/u;
const ENDING = /e[mnrs]?$/u;
const MADE_ADJECTIVE = /(?:lich|isch|bar|sam|los|voll|haft|iv|ell|abel|ant|ent|är)$/u;
/** Begin a clause where its subject follows: "bis ich komme", and not "bis morgen". */
const LATER_SUBORDINATORS: ReadonlySet<string> = new Set(['damit', 'bis', 'seit']);

/** The tag of a word by what it may be, and its position. */
export function tagOf(word: string, { before, hasFinite, isLexical, isFinal, next }: Place): Tag {
  const function_ = functions.get(word);
  if (next === undefined && isLexical && !isFinal && PARTICLE_WORDS.has(word) && before !== 'preposition')
    return 'particle';
  if (word === 'zu') return zuTag(next);
  if (function_ === 'determiner' && hasFinite && !isFinal && PERSONAL.has(functions.get(next ?? '') ?? 'noun'))
    return 'relative';
  if (LATER_SUBORDINATORS.has(word) && PERSONAL.has(functions.get(next ?? '') ?? 'noun')) return 'subordinator';
  if (ORDINAL.test(word)) return 'attribute';
  if (function_ !== undefined) return function_;
  if (NUMBER.test(word)) return 'number';
  const form = verbFormOf(word);
  if (PARTICLE_WORDS.has(word) && !OPENS_NOUN.has(before)) return isAdjective(word) ? 'adjective' : 'particle';
  if (OPENS_NOUN.has(before)) return behindOpening(word, form, before, hasFinite);
  if (form) return verbTag(form, before, hasFinite, isFinal) ?? 'noun';
  return isAdjective(word) ? 'adjective' : isAttribute(word) ? 'attribute' : 'noun';
}

/** "zu kaufen", "zu teuer", "zu Hause". */
function zuTag(next: string | undefined): Tag {
  if (next === undefined) return 'preposition';
  if (verbFormOf(next)?.isInfinitive) return 'to';
  return isAdjective(next) ? 'degree' : 'preposition';
}

/** "Das kostet", and not "das Essen". */
function behindOpening(word: string, form: VerbForm | null, before: Tag, hasFinite: boolean): Tag {
  if (before === 'determiner' && !hasFinite && form?.isFinite && !form.isInfinitive && /t$/u.test(word))
    return 'finite';
  return isAttribute(word) ? 'attribute' : 'noun';
}

function verbTag(form: VerbForm, before: Tag, hasFinite: boolean, isFinal: boolean): Tag | null {
  if (form.hasTo || (before === 'to' && form.isInfinitive)) return 'withTo';
  if (isFinal || hasFinite) {
    if (form.isParticiple) return 'participle';
    if (form.isInfinitive && !(isFinal && PERSONAL.has(before))) return 'infinitive';
    return isFinal || PERSONAL.has(before) ? 'finite' : null;
  }
  return form.isFinite ? 'finite' : form.isParticiple ? 'participle' : null;
}

const isAdjective = (word: string): boolean => adjectives.has(word) || MADE_ADJECTIVE.test(word);

/** "neue", "gelieferten". */
function isAttribute(word: string): boolean {
  if (!ENDING.test(word)) return false;
  const stem = word.replace(ENDING, '');
  return isAdjective(stem) || (verbFormOf(stem)?.isParticiple ?? false);
}
