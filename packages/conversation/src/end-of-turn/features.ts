import type { LanguagePack } from '../languages/language-pack.ts';
import { PhraseSet } from '../languages/phrase-set.ts';
import type { Writing } from '../languages/writing.ts';
import { type Answer, answerReader } from './answer.ts';
import { type Dictation, dictationReader } from './dictation.ts';
import { PhraseClasses } from './phrase-classes.ts';
import { type Said, saidSoFar } from './said.ts';
import type { TurnWords, WordClass } from './turn-words.ts';

/** What a text shows of its end, by name. Names that begin with "=" are words of one language; all share the others. */
export type FeatureReader = (text: string, question: string | null) => string[];

export function featureReader(pack: LanguagePack, words: TurnWords, writing: Writing): FeatureReader {
  const classes = new PhraseClasses<WordClass>(words.classes, writing);
  const unfinished = new PhraseClasses({ unfinished: pack.unfinishedWords.join(',') }, writing);
  const conditions = new PhraseClasses({ condition: words.conditions }, writing);
  const acknowledgements = new PhraseSet([...pack.completeAnswers, ...pack.backchannels], writing);
  const courtesies = new PhraseSet([...pack.greetings, ...pack.farewells], writing);
  const announces = writing.matcher(
    pack.announcements.map((pattern) => (pattern instanceof RegExp ? pattern : `(?:${pattern})$`)),
  );
  const dictation = dictationReader(pack, words, writing);
  const answer = answerReader(words, writing);
  const isSpaced = writing.space !== '';

  const ending = (said: Said): string[] => {
    const { units } = said;
    const last = classes.atEnd(units);
    const before = classes.atEnd(units.slice(0, units.length - Math.max(1, last.length)));
    const names = last.classes.length > 0 ? last.classes : ['content' as const];
    const namesBefore = units.length <= Math.max(1, last.length) ? ['start' as const] : before.classes;
    return [
      ...names.map((name) => `end:${name}`),
      ...names.flatMap((name) =>
        (namesBefore.length > 0 ? namesBefore : ['content']).map((earlier) => `ends:${earlier}+${name}`),
      ),
      ...unfinished.atEnd(units).classes,
      ...(announces(units.join(writing.space)) ? ['announces'] : []),
      ...(isSpaced ? lastWords(units) : lastCharacters(units)),
    ];
  };

  const shape = (said: Said): string[] => {
    const { sentence, clause, units } = said;
    const first = classes.atStart(sentence);
    const opened = first.classes.includes('opening') || first.classes.includes('conjunction') ? first.length : 0;
    const isCondition = [0, opened].some((from) => conditions.atStart(sentence.slice(from)).length > 0);
    const length = lengthName(sentence.length / (isSpaced ? 1 : 2));
    return [
      `length:${length}`,
      ...first.classes.map((name) => `start:${name}`),
      ...first.classes.map((name) => `start:${name}/${length}`),
      ...(units.length === sentence.length ? [] : ['second']),
      ...(clause.length === sentence.length ? [] : [`clause:${lengthName(clause.length / (isSpaced ? 1 : 2))}`]),
      ...(isCondition ? [`condition:${clause.length === sentence.length ? length : 'over'}`] : []),
    ];
  };

  /** Nothing but an acknowledgement, a greeting or a goodbye; null: more than that, or a pause that is filled. */
  const isolated = (text: string, said: Said, { isYesNo }: Answer): string | null => {
    if (classes.atEnd(said.units).classes.includes('filler')) return null;
    if (isYesNo) return 'acknowledgement';
    if (courtesies.covers(text)) return 'courtesy';
    return acknowledgements.covers(text) ? 'acknowledgement' : null;
  };

  return (text, question) => {
    const said = saidSoFar(text, writing);
    const read = dictation(said.units);
    const answered = answer(text, said, read, question);
    const mark = `mark:${said.mark}`;
    if (read.length > 0) return [`dictated/${mark}`, ...answered.features, ...dictated(read, pack, answered)];
    const alone = isolated(text, said, answered);
    if (alone !== null) return [alone, `${alone}/${mark}`, `${alone}/${answered.wanted}`];
    return [mark, ...ending(said), ...shape(said), ...answered.features];
  };
}

/** The last words themselves, and what the last one ends with: forms of verbs in languages that inflect. */
function lastWords(units: readonly string[]): string[] {
  const [last = '', before = ''] = [units.at(-1), units.at(-2)];
  return [`=${last}`, `=${before} ${last}`, ...[2, 3].map((count) => `=~${last.slice(-count)}`)];
}

const lastCharacters = (units: readonly string[]): string[] =>
  [1, 2, 3, 4].map((count) => `=${units.slice(-count).join('')}`);

const LENGTHS = [1, 2, 3, 5, 8, 12];
const lengthName = (length: number): string => String(LENGTHS.findLast((from) => length >= from) ?? 1);

function dictated(
  { digits, letters, length, groups, spellsSaidWord }: Dictation,
  pack: LanguagePack,
  { about }: Answer,
): string[] {
  if (letters > 0 && digits === 0) {
    if (spellsSaidWord) return ['spelled'];
    return [`letters:${Math.min(letters, 6)}`, `letters:${about}/${Math.min(letters, 3)}`];
  }
  if (letters > 0) return [`mixed:${lengthName(digits + letters)}`];
  const left = leftName(pack.telephoneDigits - digits);
  if (about === 'phone') return [`phone:${left}`];
  return [
    ...(about === 'nothing' ? [`loose:${left}`, `loose:${left}/${Math.min(length, 4)}`] : []),
    `digits:${about}/${lengthName(digits)}`,
    `digits:${lengthName(digits)}`,
    `numbers:${Math.min(length, 4)}`,
    `groups:${about}/${Math.min(groups, 3)}`,
  ];
}

const LEFT = [0, 1, 3, 4, 6];
const leftName = (left: number): string => String(LEFT.findLast((from) => left >= from) ?? 0);
