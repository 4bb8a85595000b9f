import type { Spelling } from '../languages/spelling/spelling.ts';
import { SOUND_CLASSES } from './sound-classes.ts';

/** A sound that a text is likely to have. */
interface SpelledSound {
  /** Which word of the text it is in. */
  word: number;
  /** Index into `SOUND_KINDS`. */
  kind: number;
  expectedMs: number;
  /** How likely it is that it is not said. */
  skipped: number;
}

/** A word of a text, or a character where there are no words. */
export interface SpelledWord {
  text: string;
  sounds: SpelledSound[];
  /** A pause is likely behind it. */
  isFollowedByPause: boolean;
}

/** Of each letter that rules write sounds with: how long it takes, and which sounds it may be, by class. */
const KINDS = {
  A: { ms: 95, likely: { A: 0.62, E: 0.18, I: 0.06, U: 0.14 } },
  E: { ms: 75, likely: { A: 0.14, E: 0.56, I: 0.2, U: 0.1 } },
  I: { ms: 75, likely: { A: 0.05, E: 0.2, I: 0.68, U: 0.02, glide: 0.05 } },
  U: { ms: 90, likely: { A: 0.16, E: 0.14, I: 0.02, U: 0.63, glide: 0.05 } },
  '*': { ms: 80, likely: { A: 0.25, E: 0.3, I: 0.25, U: 0.2 } },
  n: { ms: 65, likely: { nasal: 0.92, glide: 0.04, voiced: 0.04 } },
  l: { ms: 60, likely: { glide: 0.74, E: 0.08, U: 0.08, I: 0.05, nasal: 0.05 } },
  s: { ms: 95, likely: { sibilant: 0.94, breath: 0.06 } },
  f: { ms: 70, likely: { breath: 0.75, sibilant: 0.08, voiced: 0.1, glide: 0.07 } },
  t: { ms: 80, likely: { stop: 0.8, voiced: 0.14, pause: 0.03, breath: 0.03 } },
  d: { ms: 60, likely: { voiced: 0.72, stop: 0.14, breath: 0.06, glide: 0.06, pause: 0.02 } },
  c: { ms: 75, likely: { nasal: 0.2, glide: 0.2, sibilant: 0.2, breath: 0.15, stop: 0.15, voiced: 0.1 } },
} as const satisfies Record<string, { ms: number; likely: Partial<Record<(typeof SOUND_CLASSES)[number], number>> }>;

const LETTERS = Object.keys(KINDS) as (keyof typeof KINDS)[];
const PAUSE_KIND = LETTERS.length;

/** Of each kind how likely each class is, in the order of `SOUND_CLASSES`; the last kind is a pause. */
export const SOUND_KINDS: readonly Float32Array[] = [
  ...LETTERS.map((letter) => {
    const likely: Partial<Record<string, number>> = KINDS[letter].likely;
    return Float32Array.from(SOUND_CLASSES, (name) => likely[name] ?? 0.002);
  }),
  Float32Array.from(SOUND_CLASSES, (name) =>
    name === 'pause' ? 0.95 : name === 'stop' || name === 'breath' ? 0.02 : 0.002,
  ),
];

export { PAUSE_KIND };

/** As in most languages that are written with Latin letters. */
const LATIN: Spelling['rules'] = [
  ['ch', 'ts'],
  ['sh', 's'],
  ['th', 't'],
  ['ph', 'f'],
  ['qu', 'tl'],
  ['ng', 'n'],
  ['x', 'ts'],
  ['[aáàâãåæ]', 'A'],
  ['[eéèêëěə]', 'E'],
  ['[iíìîïıyýÿ]', 'I'],
  ['[oóòôõøœö]', 'U'],
  ['[uúùûüů]', 'U'],
  ['([bcdfghjklmnpqrstvwz])\\1', '$1'],
  ['[bdgđ]', 'd'],
  ['[ckpqtþ]', 't'],
  ['[fvhð]', 'f'],
  ['[jlrwłř]', 'l'],
  ['[mnñň]', 'n'],
  ['[szšžçśź]', 's'],
];

/** A letter of Devanagari is a consonant with a vowel, unless a sign says otherwise. */
const OTHER_SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[ाआ]/u, 'A'],
  [/[अ]/u, 'E'],
  [/[िीइईएेऐै]/u, 'I'],
  [/[ुूउऊओोऔौ]/u, 'U'],
  [/[ंँनणमङञ]/u, 'nE?'],
  [/[सशषज़ज]/u, 'sE?'],
  [/[हफ़फवख]/u, 'fE?'],
  [/[यरलळ]/u, 'lE?'],
  [/[कतटपचथठ]/u, 'tE?'],
  [/[गदडबघधढभझछ]/u, 'dE?'],
  [/[اأإآى]/u, 'A'],
  [/[ونم]/u, 'n*?'],
  [/[سصشزظثذ]/u, 's*?'],
  [/[فهحخغع]/u, 'f*?'],
  [/[يرلو]/u, 'l*?'],
  [/[تطكقء]/u, 't*?'],
  [/[بدضج]/u, 'd*?'],
  [/[аяэ]/u, 'A'],
  [/[еёы]/u, 'E'],
  [/[иiї]/u, 'I'],
  [/[оую]/u, 'U'],
  [/[мн]/u, 'n'],
  [/[лрй]/u, 'l'],
  [/[сзшжщцч]/u, 's'],
  [/[фвх]/u, 'f'],
  [/[ктп]/u, 't'],
  [/[бдг]/u, 'd'],
];

const LETTER_WITHOUT_WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Of a character that is a syllable, of one that is a mora, and of any other letter. */
const SYLLABLE = 'c?*l?*?n?';
const MORA = 'c?*';
const LETTER = 'c?*?';
/** "Dollars", "per cent", "at". */
const SIGN = 'c?*c?c?*?c?';
const LONG_MARKS = /[.,;:!?…。、，；：！？]["'”’)\]]*$|^[–—-]$/u;

const SKIPPED = { optional: 0.35, other: 0.02 };

/** Each language's rules, compiled once. */
const compiled = new Map<Spelling, { pattern: RegExp; sounds: string }[]>();

function rulesOf(spelling: Spelling): { pattern: RegExp; sounds: string }[] {
  const known = compiled.get(spelling);
  if (known) return known;
  const rules = [...spelling.rules, ...LATIN].map(([source, sounds]) => ({
    pattern: new RegExp(source, 'uy'),
    sounds,
  }));
  compiled.set(spelling, rules);
  return rules;
}

/** The words of a text and the sounds that they are likely to have; rough, since any language has its exceptions. */
export function spelledWords(text: string, spelling: Spelling): SpelledWord[] {
  const words = [...text.matchAll(/\S+/g)].flatMap(([written]) => partsOf(written));
  const spelled: SpelledWord[] = [];
  for (const written of words) {
    const sounds = soundsOf(written, spelling).map((sound) => ({ ...sound, word: spelled.length }));
    if (sounds.length > 0) spelled.push({ text: written, sounds, isFollowedByPause: LONG_MARKS.test(written) });
    else if (spelled.length > 0 && LONG_MARKS.test(written)) spelled.at(-1)!.isFollowedByPause = true;
  }
  return spelled;
}

/** One, or its characters where its script has no words. */
function partsOf(written: string): string[] {
  if (!LETTER_WITHOUT_WORDS.test(written)) return [written];
  return (
    written.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}][^\p{L}\p{N}]*|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu,
    ) ?? []
  );
}

type Sound = Omit<SpelledSound, 'word'>;

function soundsOf(written: string, spelling: Spelling): Sound[] {
  const word = written.toLowerCase().normalize('NFC').replace(/[’']/g, "'");
  const sounds: Sound[] = [];
  const rules = rulesOf(spelling);
  // Marks behind it are no part of the word for the rules of its end.
  const letters = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su.exec(word)?.[0] ?? '';
  for (let at = 0; at < letters.length; ) {
    const number = /^\d+/.exec(letters.slice(at))?.[0];
    if (number) {
      sounds.push(...soundsOfNumber(number, spelling));
      at += number.length;
      continue;
    }
    const [length, spelled] = soundAt(letters, at, rules);
    sounds.push(...spelled);
    at += length;
  }
  if (/[$€£¥₹%&@]/u.test(word)) sounds.push(...read(SIGN));
  return sounds;
}

/** Each digit, and behind it what makes it tens or hundreds, which may be left out, as a zero may. */
function soundsOfNumber(number: string, { digits, tails }: Spelling): Sound[] {
  return [...number].flatMap((digit, index) => {
    const place = number.length - 1 - index;
    const said = read(digits[Number(digit)]!);
    // Two hundred, and two hundred thousand; where it is read digit by digit they are all left out.
    const tail = read([tails[place % 3], place > 0 && place % 3 === 0 ? tails[3] : ''].join('').replace(/./gu, '$&?'));
    return [...(digit === '0' ? said.map((sound) => ({ ...sound, skipped: SKIPPED.optional })) : said), ...tail];
  });
}

function soundAt(
  letters: string,
  at: number,
  rules: readonly { pattern: RegExp; sounds: string }[],
): [number, Sound[]] {
  const letter = String.fromCodePoint(letters.codePointAt(at)!);
  for (const { pattern, sounds } of rules) {
    pattern.lastIndex = at;
    const match = pattern.exec(letters);
    if (!match) continue;
    if (!sounds.startsWith('$')) return [match[0].length, read(sounds)];
    return [match[0].length, soundAt(match[1]!, 0, rules)[1]];
  }
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letter)) return [letter.length, read(MORA)];
  if (/\p{Script=Han}/u.test(letter)) return [letter.length, read(SYLLABLE)];
  const other = OTHER_SCRIPTS.find(([pattern]) => pattern.test(letter));
  if (other) return [letter.length, read(other[1])];
  const plain = letter.normalize('NFD').replace(/\p{M}/gu, '');
  if (plain !== letter && plain !== '') return [letter.length, soundAt(plain, 0, rules)[1]];
  return [letter.length, /\p{L}/u.test(letter) ? read(LETTER) : []];
}

/** Each letter a sound; a question mark behind one that may be left out. */
function read(sounds: string): Sound[] {
  return [...sounds.matchAll(/([A-Za-z*])(\??)/g)].map(([, letter, optional]) => {
    const kind = LETTERS.indexOf(letter as keyof typeof KINDS);
    return { kind, expectedMs: KINDS[LETTERS[kind]!].ms, skipped: optional ? SKIPPED.optional : SKIPPED.other };
  });
}
