import type { LanguagePack } from '../languages/language-pack.ts';
import type { Writing } from '../languages/writing.ts';
import { phrasesOf, type TurnWords } from './turn-words.ts';

/** Digits and letters that were said one after the other, up to the end. */
export interface Dictation {
  /** Units of the run; 0: the text ends with something else. */
  readonly length: number;
  readonly digits: number;
  readonly letters: number;
  /** Runs of digits as a recognizer wrote them: "202 555" has two. */
  readonly groups: number;
  /** Words of one digit that follow each other at the end: they are dictated, "four seven" is no amount. */
  readonly single: number;
  /** Its letters spell a word that was said before them. */
  readonly spellsSaidWord: boolean;
}

const DIGITS = /^\p{Nd}+$/u;
const LETTER = /^\p{Script=Latin}\p{M}*$/u;
const NOTHING: Dictation = { length: 0, digits: 0, letters: 0, groups: 0, single: 0, spellsSaidWord: false };

/** Reads the run of digits and letters at the end of units. */
export function dictationReader(
  pack: LanguagePack,
  words: TurnWords,
  writing: Writing,
): (units: readonly string[]) => Dictation {
  const keys = (list: readonly string[]): Set<string> => new Set(list.map((word) => writing.key(word)));
  const ones = keys(phrasesOf(words.digits));
  const tens = keys(phrasesOf(words.tens));
  const repeats = new Map([
    ...[...keys(phrasesOf(words.twice))].map((word) => [word, 2] as const),
    ...[...keys(phrasesOf(words.thrice))].map((word) => [word, 3] as const),
  ]);
  const numbers = keys([...pack.numberWords, ...phrasesOf(words.digits), ...phrasesOf(words.tens), ...repeats.keys()]);
  // "neunzehnhundertachtzig" is a year.
  const hundreds = /hundert|honderd|mille/u;
  const joints = keys(pack.numberJoints);
  const wordsOnly = new Set(Object.values(words.classes).flatMap((list) => [...keys(phrasesOf(list))]));
  const parts = [...numbers, ...joints].join('|');
  const compound = pack.joinsNumbers ? new RegExp(`^(?:${[...numbers].join('|')})(?:${parts})*$`, 'u') : null;
  const isNumber = (unit: string): boolean => DIGITS.test(unit) || numbers.has(unit) || (compound?.test(unit) ?? false);
  // "I", "a", "y" are letters beside other letters only.
  const isLetter = (units: readonly string[], at: number): boolean => {
    const unit = units[at];
    if (unit === undefined || !LETTER.test(unit) || numbers.has(unit)) return false;
    return !wordsOnly.has(unit) || [units[at - 1], units[at + 1]].some((next) => LETTER.test(next ?? ''));
  };

  const digitsOf = (run: readonly string[]): number => {
    let count = 0;
    for (const [at, unit] of run.entries()) {
      if (DIGITS.test(unit)) count += unit.length;
      else if (repeats.has(unit)) count += repeats.get(unit)! - 1;
      else if (ones.has(unit)) count += follows(run, at) ? 0 : 1;
      else if (isNumber(unit)) count += numbers.has(unit) || !hundreds.test(unit) ? 2 : 4;
    }
    return count;
  };
  /** Whether a digit replaces the nought of the tens before it: "twenty five", "treinta y cinco". */
  const follows = (run: readonly string[], at: number): boolean => {
    const before = joints.has(run[at - 1] ?? '') ? run[at - 2] : run[at - 1];
    return tens.has(before ?? '');
  };

  return (units) => {
    let from = units.length;
    while (from > 0 && (isNumber(units[from - 1]!) || isLetter(units, from - 1) || isJoint(units, from - 1, isNumber)))
      from -= 1;
    const run = units.slice(from);
    if (run.length === 0) return NOTHING;
    const letters = run.filter((_, at) => isLetter(units, from + at) && !isNumber(run[at]!));
    const spelled = letters.join('');
    return {
      length: run.length,
      digits: digitsOf(run),
      letters: letters.length,
      groups: run.filter((unit) => DIGITS.test(unit)).length,
      single: run.length - 1 - run.findLastIndex((unit) => !ones.has(unit)),
      spellsSaidWord: letters.length > 1 && units.slice(0, from).some((unit) => unit === spelled),
    };
  };

  function isJoint(units: readonly string[], at: number, isPart: (unit: string) => boolean): boolean {
    return joints.has(units[at]!) && at + 1 < units.length && isPart(units[at + 1]!) && isPart(units[at - 1] ?? '');
  }
}
