import { verbFormOf } from './verb-forms.ts';
import { type Tag, tagOf } from './words.ts';

/** The clause that the text ends in, as far as it has come. */
interface Clause {
  /** `final`: its verb comes last; `condition`: so does that of the first clause, which another follows. */
  readonly kind: 'statement' | 'asks' | 'question' | 'final' | 'condition' | 'relative' | 'then' | 'joined';
  hasSubject: boolean;
  finite: Tag | null;
  /** What the finite verb wants, if it is no auxiliary. */
  wants: string;
  /** What has come of that which the finite verb announces: "angerufen", "anrufen", "an". */
  closed: Tag | null;
  /** What follows the last verb. */
  behind: 'nothing' | 'object' | 'objects' | 'phrase' | 'adverb' | 'predicate' | 'opened';
}

/** What the sentence bracket of German tells of a sentence's end, by name. */
export function syntaxFeatures(sentence: readonly string[]): string[] {
  let clause = begun('statement');
  const tags: Tag[] = [];
  for (const [at, word] of sentence.entries()) {
    const before = tags.findLast((tag) => tag !== 'filler' && tag !== 'degree') ?? 'start';
    const isFirst = tags.every((tag) => tag === 'opening' || tag === 'filler' || tag === 'coordinator');
    const tag = tagOf(word, {
      before,
      hasFinite: clause.finite !== null,
      isLexical: clause.finite === 'finite',
      isFinal: isVerbFinal(clause),
      next: sentence[at + 1],
    });
    clause = next(clause, tag, word, { before, isFirst });
    tags.push(tag);
  }
  const last = tags.at(-1) ?? 'start';
  const bracket = `${clause.finite ?? 'none'}${clause.wants}/${clause.closed ?? 'open'}`;
  return [
    ...[1, 2, 3, 4].map((count) => `tags:${tags.slice(-count).join()}`),
    ...(tags.length <= 5 ? [`tags:^${tags.join()}`] : []),
    `bracket:${isVerbFinal(clause)}/${clause.finite !== null}/${clause.closed !== null}`,
    `wants:${bracket}`,
    `wants:${bracket}/${clause.behind}`,
    `wants:${bracket}/${clause.behind}/${clause.kind}`,
    `wants:${bracket}/${last}`,
    `in:${clause.kind}/${clause.hasSubject}/${clause.finite !== null}/${clause.closed !== null}/${clause.behind}`,
    `in:${clause.kind}/${clause.finite !== null}/${last}`,
    `in:${clause.kind}/${tags.slice(-2).join()}`,
  ];
}

const begun = (kind: Clause['kind']): Clause => ({
  kind,
  hasSubject: false,
  finite: null,
  wants: '',
  closed: null,
  behind: 'nothing',
});

const VERB_FINAL: ReadonlySet<Clause['kind']> = new Set(['final', 'condition', 'relative']);
const isVerbFinal = ({ kind }: Clause): boolean => VERB_FINAL.has(kind);

interface Before {
  readonly before: Tag;
  readonly isFirst: boolean;
}

function next(clause: Clause, tag: Tag, word: string, { before, isFirst }: Before): Clause {
  switch (tag) {
    case 'subordinator':
      return begun(isFirst ? 'condition' : 'final');
    case 'relative':
      return begun('relative');
    case 'question':
      return begun(isFirst ? 'question' : 'final');
    case 'coordinator':
      return begun(isFirst ? clause.kind : 'joined');
    case 'being':
    case 'having':
    case 'becoming':
    case 'modal':
    case 'finite':
      return withFinite(clause, tag, word, isFirst);
    case 'participle':
    case 'infinitive':
    case 'withTo':
    case 'particle':
      return { ...clause, closed: tag };
    case 'to':
    case 'preposition':
    case 'determiner':
    case 'number':
    case 'attribute':
      return { ...clause, behind: 'opened' };
    case 'subject':
      return { ...clause, hasSubject: true };
    case 'noun':
    case 'time':
    case 'unit':
    case 'pronoun':
    case 'object':
    case 'pointer':
      return withNominal(clause, before);
    case 'adjective':
      return { ...clause, behind: clause.finite === null ? clause.behind : 'predicate' };
    case 'final':
    case 'negation':
      return { ...clause, behind: clause.behind === 'nothing' ? 'adverb' : clause.behind };
    default:
      return clause;
  }
}

/** Second in a main clause, last in others, behind which the main clause of a condition begins with its own. */
function withFinite(clause: Clause, tag: Tag, word: string, isFirst: boolean): Clause {
  const wants = tag === 'finite' ? `:${verbFormOf(word)?.valencies.join('+') ?? ''}` : '';
  const begin = (kind: Clause['kind']): Clause => ({ ...begun(kind), finite: tag, wants });
  if (isFirst) return begin('asks');
  if (clause.kind === 'condition' && clause.finite !== null) return begin('then');
  if (isVerbFinal(clause) && clause.finite === null)
    return { ...clause, finite: tag, closed: clause.closed ?? tag, wants };
  // "Ich glaube, das geht": another clause, without a word that joins it.
  if (clause.finite !== null) return { ...begin('joined'), hasSubject: true };
  return {
    ...clause,
    hasSubject: clause.hasSubject || clause.behind !== 'nothing',
    finite: tag,
    wants,
    behind: 'nothing',
  };
}

const OPENS: ReadonlySet<Tag> = new Set(['determiner', 'attribute', 'number']);

function withNominal(clause: Clause, before: Tag): Clause {
  if (before === 'preposition') return { ...clause, behind: 'phrase' };
  if (clause.kind === 'asks' && !clause.hasSubject) return { ...clause, hasSubject: true, behind: 'nothing' };
  const hadObject = clause.behind === 'object' && !OPENS.has(before);
  return { ...clause, behind: hadObject ? 'objects' : 'object' };
}
