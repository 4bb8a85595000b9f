import type { LanguagePack } from '../languages/language-pack.ts';
import { PhraseSet } from '../languages/phrase-set.ts';
import type { Writing } from '../languages/writing.ts';
import { type Answer, answerReader } from './answer.ts';
import type { Wanted } from './asked.ts';
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

  const ending = (said: Said, isNumber: boolean): string[] => {
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
      ...(isNumber ? ['number'] : []),
      ...unfinished.atEnd(units).classes,
      ...(announces(units.join(writing.space)) ? ['announces'] : []),
      ...(isSpaced ? lastWords(units) : lastCharacters(units)),
    ];
  };

  /** The sentence as a run of classes: its last three, and all of a short one. */
  const frame = ({ sentence }: Said): string[] => {
    const names: string[] = [];
    for (let at = 0; at < sentence.length; ) {
      const { classes: found, length } = classes.atStart(sentence.slice(at));
      const name = found[0] ?? 'content';
      if (name !== names.at(-1) || name !== 'content') names.push(name);
      at += Math.max(1, length);
    }
    const last = names.slice(-3).join();
    const joint = names.findLastIndex((name, at) => at > 0 && (name === 'conjunction' || name === 'subordinator'));
    const inner = joint < 0 ? [] : [`inner:${names.slice(joint).slice(0, 5).join()}`, `inner:${names.length - joint}`];
    return [
      ...inner,
      `frame:${last}`,
      ...(names.length <= 5 ? [`frame:^${names.join()}`] : []),
      ...(names.length > 3 ? [`frame4:${names.slice(-4).join()}`] : []),
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

  /** "A table for four" ends with a number as it would with another word. */
  const isDictated = ({ units }: Said, { length, digits, letters, single }: Dictation, { about }: Answer): boolean =>
    length > 0 && (length === units.length || letters > 0 || digits > 2 || single > 1 || !MEASURES.has(about));

  return (text, question) => {
    const said = saidSoFar(text, writing);
    const read = dictation(said.units);
    const answered = answer(text, said, read, question);
    const mark = `mark:${said.mark}`;
    if (isDictated(said, read, answered))
      return [`dictated/${mark}`, ...answered.features, ...dictated(read, pack, words, answered)];
    const alone = isolated(text, said, answered);
    // A "yes" that a comma follows answers, and goes on.
    if (alone !== null && said.mark === 'pause') return [`${alone}/${mark}`];
    if (alone !== null) return [alone, `${alone}/${mark}`, `${alone}/${answered.wanted}`];
    return [
      mark,
      ...ending(said, read.length > 0),
      ...shape(said),
      ...(isSpaced ? frame(said) : []),
      ...(words.syntax?.(said.sentence) ?? []),
      ...answered.features,
    ];
  };
}

/** The last words themselves, and what the last one ends with: forms of verbs in languages that inflect. */
function lastWords(units: readonly string[]): string[] {
  const [last = '', before = ''] = [units.at(-1), units.at(-2)];
  return [`=${last}`, `=${before} ${last}`, ...[2, 3].map((count) => `=~${last.slice(-count)}`)];
}

const lastCharacters = (units: readonly string[]): string[] =>
  [1, 2, 3, 4].map((count) => `=${units.slice(-count).join('')}`);

/** What is said in one or two numbers, among words. */
const MEASURES = new Set<Wanted>(['nothing', 'amount', 'when', 'address', 'name']);

const LENGTHS = [1, 2, 3, 5, 8, 12];
const lengthName = (length: number): string => String(LENGTHS.findLast((from) => length >= from) ?? 1);

/** The longest numbers and words whose lengths are distinguished. */
const MOST_DIGITS = 12;
const MOST_LETTERS = 8;
const CARD_DIGITS = 16;

function dictated(
  { digits, letters, groups, single, spellsSaidWord }: Dictation,
  pack: LanguagePack,
  words: TurnWords,
  { about, isOfFour }: Answer,
): string[] {
  if (letters > 0 && digits === 0) return spellsSaidWord ? ['spelled'] : atLeast('letters', letters, MOST_LETTERS);
  if (letters > 0) return atLeast('mixed', digits + letters, MOST_DIGITS);
  const wanted = { phone: pack.telephoneDigits, card: CARD_DIGITS, postcode: words.postcodeDigits };
  if (isOfFour) return digits >= 4 ? ['four:whole'] : atLeast('four:left', 4 - digits, 4);
  if (about === 'phone' || about === 'card' || about === 'postcode') {
    const left = wanted[about] - digits;
    const isLocal = about === 'phone' && digits === words.localDigits;
    if (left <= 0) return ['number:whole', `number:whole/${about}`];
    return [...atLeast('number:left', left, MOST_DIGITS), ...(isLocal ? ['number:local'] : [])];
  }
  return [
    ...(about === 'nothing' && digits >= pack.telephoneDigits ? ['loose:whole'] : []),
    ...atLeast(`digits:${about}`, digits, MOST_DIGITS),
    ...atLeast('single', single, MOST_LETTERS),
    `groups:${about}/${Math.min(groups, 3)}`,
  ];
}

/** A feature for each count up to this one: neighbours share what they have learned. */
const atLeast = (name: string, count: number, most: number): string[] =>
  Array.from({ length: Math.min(count, most) }, (_, at) => `${name}>${at}`);
