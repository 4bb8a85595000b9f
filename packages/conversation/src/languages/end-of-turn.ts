import { cachedVerdict } from './cached-verdict.ts';
import type { LanguagePack } from './language-pack.ts';
import { PhraseSet } from './phrase-set.ts';
import { spokenWords } from './spoken-words.ts';
import type { Writing } from './writing.ts';

/** Whether more is coming, as far as the words tell. */
export type Completeness = 'complete' | 'unfinished' | 'unknown';

/** Punctuation of recognizers: question marks and exclamation marks of every script. */
const QUESTION = /[?？؟]["')\]」』]*\s*$/;
const QUESTION_OR_CRY = /[?？؟!！]\s*$/;
const DIGITS = /^\p{Nd}+$/u;
const PAUSE = /(,|、|，|،|-|–|…|\.\.\.)\s*$/;

export function completenessJudge(pack: LanguagePack, writing: Writing): (text: string) => Completeness {
  const completeAnswers = new PhraseSet(pack.completeAnswers, writing);
  const isAnnouncement = writing.matcher(pack.announcements.map(atEnd));
  const endsOpen = openEndJudge(pack, writing);
  const isNumber = numberJudge(pack, writing);
  const joints = new Set(pack.numberJoints.map((joint) => writing.key(joint)));

  /** A run of digits that may be the beginning of a longer number. */
  const isOpenNumber = (units: string[]): boolean => {
    const run = units.slice(units.findLastIndex((unit) => !isNumber(unit) && !joints.has(unit)) + 1);
    const numbers = run.filter((unit) => isNumber(unit));
    const digits = numbers.reduce((count, unit) => count + (DIGITS.test(unit) ? unit.length : 1), 0);
    return digits < pack.telephoneDigits;
  };
  const isUnfinished = (text: string): boolean => {
    if (PAUSE.test(text)) return true;
    const units = writing.units(text);
    const last = units.at(-1);
    if (last === undefined) return false;
    if (isNumber(last)) return isOpenNumber(units);
    if (QUESTION_OR_CRY.test(text)) return false;
    return endsOpen(text) || isAnnouncement(units.join(writing.space)) || isSpelling(units);
  };
  return cachedVerdict((text): Completeness => {
    if (isUnfinished(text)) return 'unfinished';
    return QUESTION.test(text) || completeAnswers.covers(text) ? 'complete' : 'unknown';
  });
}

const atEnd = (pattern: string | RegExp): string | RegExp => (pattern instanceof RegExp ? pattern : `(?:${pattern})$`);

/** Whether a text ends with a word that no sentence ends with. */
function openEndJudge({ unfinishedWords }: LanguagePack, writing: Writing): (text: string) => boolean {
  if (writing.space === '') {
    const endings = unfinishedWords.map((word) => spokenWords(word).join(''));
    return (text) => {
      const spoken = spokenWords(text).join('');
      return endings.some((ending) => spoken.endsWith(ending));
    };
  }
  const words = new Set(unfinishedWords);
  return (text) => words.has(spokenWords(text).at(-1) ?? '');
}

/** Digits, number words, and words that are made of them. */
function numberJudge(
  { numberWords, numberJoints, joinsNumbers }: LanguagePack,
  writing: Writing,
): (unit: string) => boolean {
  const words = numberWords.map((word) => writing.key(word));
  const known = new Set(words);
  const parts = [...words, ...numberJoints.map((joint) => writing.key(joint))];
  const compound = new RegExp(`^(?:${words.join('|')})(?:${parts.join('|')})*$`, 'u');
  return (unit) => DIGITS.test(unit) || known.has(unit) || (joinsNumbers && compound.test(unit));
}

/** Letters one by one. A language that writes no spaces spells with other letters than its own. */
function isSpelling(units: string[]): boolean {
  const letters = units.slice(-2);
  return letters.length === 2 && letters.every((unit) => /^\p{L}\p{M}*$/u.test(unit) && !UNSPACED_LETTER.test(unit));
}

const UNSPACED_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
