import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { amazonQueenLines } from './amazon-queen.ts';
import type { Line } from './line.ts';
import { telephonePromptLines } from './telephone-prompts.ts';

/** A line whose words can be found in its sound. */
export interface Said extends Line {
  /** In lower case, without punctuation. */
  words: string;
}

/** What is longer is no caller's turn, but a speech. */
const LONGEST_WORDS = 14;

/** All that people say, the same at every call. */
export function people(): readonly Said[] {
  known ??= spoken([...amazonQueenLines(), ...telephonePromptLines()]);
  return known;
}
let known: readonly Said[] | undefined;

/** Who is never looked at: one dialogue of three. An actor may speak in several. */
export const isUnseen = ({ voice }: Line): boolean => hashOf(voice) % 3 === 2;

const hashOf = (name: string): number =>
  [...name].reduce((hash, character) => Math.imul(hash ^ character.codePointAt(0)!, 16777619) >>> 0, 2166136261);

function spoken(lines: readonly Line[]): Said[] {
  const dictionary = pronounceable();
  return lines.flatMap((line) => {
    const words = wordsOf(line.text);
    const isKnown = words.length > 0 && words.length <= LONGEST_WORDS && words.every((word) => dictionary.has(word));
    return isKnown ? [{ ...line, words: words.join(' ') }] : [];
  });
}

/** Words of the acoustic model's dictionary, by which they are found. */
function pronounceable(): Set<string> {
  const soundswallower = createRequire(import.meta.url).resolve('soundswallower');
  const dictionary = readFileSync(path.join(path.dirname(soundswallower), 'model', 'en-us', 'dict.txt'), 'utf8');
  return new Set(dictionary.split('\n').map((entry) => entry.split(' ')[0]!));
}

/** None where the text has what is not read as it is written: figures, and what is done instead of said. */
function wordsOf(text: string): string[] {
  if (/[<([\d"]/.test(text)) return [];
  return text
    .toLowerCase()
    .replace(/\buh huh\b/g, 'uh-huh')
    .replace(/\bh+m+\b/g, 'hmm')
    .replace(/\bu+m+\b/g, 'um')
    .replace(/\berr+\b/g, 'er')
    .split(/[^a-z'-]+|(?<!uh)-|-(?!huh)/)
    .filter((word) => word !== '');
}
