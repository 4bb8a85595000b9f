import { type Tag, type TaggedWord, tagged } from './tagged-words.ts';
import type { Valency } from './verbs.ts';

/** The clause that the text ends in, as far as it has come. */
interface Clause {
  /** How it begins. */
  readonly kind: 'statement' | 'question' | 'asks' | 'within' | 'condition' | 'then' | 'joined';
  hasSubject: boolean;
  /** What the last verb wants; null: there is none. */
  wants: readonly Valency[] | null;
  isPassive: boolean;
  /** What follows the last verb, or the beginning. */
  behind: 'nothing' | 'object' | 'objects' | 'complement' | 'phrase' | 'adverb' | 'opened';
  objects: number;
}

/** What the grammar of an English sentence tells of its end, by name. */
export function syntaxFeatures(sentence: readonly string[]): string[] {
  const words = tagged(sentence);
  const tags = words.map(({ tag }) => tag);
  const clause = clauseOf(words);
  const wants = clause.wants === null ? 'none' : clause.wants.join('+');
  const form = words.findLast(({ verb }) => verb !== null)?.verb?.form ?? 'none';
  const passive = clause.isPassive ? 'passive' : '';
  const last = tags.at(-1) ?? 'start';
  return [
    ...[1, 2, 3, 4].map((count) => `tags:${tags.slice(-count).join()}`),
    ...(tags.length <= 5 ? [`tags:^${tags.join()}`] : []),
    ...(clause.wants ?? []).map((want) => `verb:${want}${passive}/${clause.behind}`),
    `wants:${wants}${passive}/${clause.behind}`,
    `wants:${wants}${passive}/${clause.behind}/${clause.kind}`,
    `verb:${form}/${clause.behind}/${last}`,
    `in:${clause.kind}/${clause.hasSubject}/${clause.wants !== null}/${clause.behind}`,
    `in:${clause.kind}/${last}`,
    `in:${clause.kind}/${tags.slice(-2).join()}`,
  ];
}

const OPENS_NOUN: ReadonlySet<Tag> = new Set(['determiner', 'number']);
/** Behind a condition: they begin what it is the condition of. */
const MAIN: ReadonlySet<Tag> = new Set(['subject', 'subjectBeing', 'subjectModal', 'subjectHaving', 'question']);
const CLAUSE_WANTED: readonly Valency[] = ['clause'];

function clauseOf(words: readonly TaggedWord[]): Clause {
  let clause = begun('statement');
  let before: Tag = 'start';
  for (const [at, { tag, verb, word }] of words.entries()) {
    const isFirst = words.slice(0, at).every((each) => each.tag === 'opening' || each.tag === 'filler');
    clause = next(clause, { tag, verb, word }, before, isFirst);
    if (tag !== 'filler') before = tag;
  }
  return clause;
}

const begun = (kind: Clause['kind']): Clause => ({
  kind,
  hasSubject: false,
  wants: null,
  isPassive: false,
  behind: 'nothing',
  objects: 0,
});

function next(clause: Clause, { tag, verb, word }: TaggedWord, before: Tag, isFirst: boolean): Clause {
  const be = (): Clause => ({
    ...clause,
    hasSubject: true,
    wants: ['complement'],
    isPassive: false,
    behind: 'nothing',
    objects: 0,
  });
  const beginsMain = clause.kind === 'condition' && MAIN.has(tag) && (clause.wants !== null || clause.hasSubject);
  if (beginsMain) return next({ ...begun('then'), kind: 'then' }, { tag, verb, word }, before, false);
  if (clause.kind === 'condition' && tag === 'verb' && verb?.form === 'base' && clause.behind !== 'nothing')
    return { ...begun('then'), wants: verb.valencies };
  switch (tag) {
    case 'question':
      return begun(isFirst || clause.kind === 'then' ? 'question' : 'within');
    case 'being':
    case 'doing':
    case 'modal':
    case 'having': {
      if (isFirst) return { ...begun('asks'), wants: tag === 'being' ? ['complement'] : ['verb'] };
      if (tag === 'being') return { ...be(), hasSubject: clause.hasSubject };
      return {
        ...clause,
        wants: tag === 'having' ? ['object'] : ['verb'],
        behind: 'nothing',
        isPassive: false,
        objects: 0,
      };
    }
    case 'subjectBeing':
      if (word.startsWith('w') && word !== "we're")
        return { ...begun(isFirst ? 'question' : 'within'), wants: ['complement'] };
      return clause.wants === null ? be() : { ...begun('within'), hasSubject: true, wants: ['complement'] };
    case 'subjectModal':
    case 'subjectHaving':
      return {
        ...(clause.wants === null ? clause : begun('within')),
        hasSubject: true,
        wants: ['verb'],
        behind: 'nothing',
        objects: 0,
      };
    case 'subordinator':
      return begun(isFirst ? 'condition' : 'within');
    case 'coordinator':
      return begun('joined');
    case 'subject':
      if (clause.wants === null || clause.kind === 'asks' || clause.kind === 'question')
        if (clause.behind === 'nothing') return { ...clause, hasSubject: true };
      return { ...begun('within'), hasSubject: true };
    case 'verb': {
      const isPassive = verb?.form === 'past' && (before === 'being' || before === 'subjectBeing');
      return { ...clause, wants: verb?.valencies ?? CLAUSE_WANTED, isPassive, behind: 'nothing', objects: 0 };
    }
    case 'to':
      return { ...clause, behind: 'opened' };
    case 'preposition':
      return { ...clause, behind: 'opened' };
    case 'determiner':
    case 'number':
    case 'pointer':
    case 'noun':
    case 'time':
    case 'object':
      return withNominal(clause, tag, before);
    case 'adjective':
      return OPENS_NOUN.has(before) ? clause : { ...clause, behind: clause.wants === null ? 'nothing' : 'complement' };
    case 'final':
    case 'particle':
      return { ...clause, behind: clause.behind === 'nothing' ? 'adverb' : clause.behind };
    default:
      return clause;
  }
}

/** A noun phrase that goes on, or another one. */
function withNominal(clause: Clause, tag: Tag, before: Tag): Clause {
  if (clause.behind === 'opened')
    return tag === 'determiner' || tag === 'number' ? clause : { ...clause, behind: 'phrase' };
  if (clause.wants === null) return { ...clause, hasSubject: true };
  if ((clause.kind === 'asks' || clause.kind === 'question') && !clause.hasSubject)
    return tag === 'determiner' ? clause : { ...clause, hasSubject: true };
  const goesOn = before === 'noun' || before === 'adjective' || OPENS_NOUN.has(before) || before === 'pointer';
  const objects = goesOn && clause.objects > 0 ? clause.objects : clause.objects + 1;
  return { ...clause, objects, behind: tag === 'determiner' ? clause.behind : objects > 1 ? 'objects' : 'object' };
}
