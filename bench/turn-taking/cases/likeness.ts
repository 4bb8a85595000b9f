import { LANGUAGE_PHRASES, type OtherLanguage } from '../stimuli/language-phrases.ts';
import type { Paused } from '../stimuli/phrase-lists.ts';
import { PHRASES } from '../stimuli/phrases.ts';
import { writtenOf } from '../stimuli/pronounced.ts';
import type { SynthesizedPart } from './test-case.ts';

/** Shorter runs of words are in half of all sentences. */
const RUN = 5;

/** Where nothing is between words, letters are counted. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}' ]/gu, ' ')
    .replace(UNSPACED, '$& ')
    .replace(/\s+/g, ' ')
    .trim();

function runsOf(text: string): Set<string> {
  const words = keyOf(text).split(' ');
  return new Set(
    Array.from({ length: Math.max(0, words.length - RUN + 1) }, (_, at) => words.slice(at, at + RUN).join(' ')),
  );
}

/** The sentences that decide about the end of a turn. Answers, commands and backchannels are what they are. */
export function sentencesOf(part: SynthesizedPart): string[] {
  const { interruptions, finished, slowStarts, numbers, spellings, sentences, open } = PHRASES[part];
  const whole = (paused: readonly Paused[]): string[] => paused.map((pieces) => pieces.join(' '));
  return [
    ...interruptions,
    ...finished,
    ...slowStarts.map(([, rest]) => rest),
    ...[numbers, spellings, sentences, open].flatMap(whole),
    ...[...sentences, ...open].map(([before]) => before),
  ];
}

/** The same of callers in another language. */
export function sentencesIn(language: OtherLanguage): string[] {
  const { interruptions, finished, slowStarts, sentences } = LANGUAGE_PHRASES[language];
  const whole = sentences.map((pieces) => pieces.join(' '));
  const begun = sentences.map(([before]) => before);
  return [...interruptions, ...finished, ...slowStarts.map(([, rest]) => rest), ...whole, ...begun].map(writtenOf);
}

/** Tells which texts are one of the sentences, or nearly: at least half of its runs of five words are in them. */
export function likenessTo(sentences: readonly string[]): (text: string) => boolean {
  const exact = new Set(sentences.map(keyOf));
  const measured = sentences.map(runsOf).filter((runs) => runs.size > 0);
  return (text) => {
    if (exact.has(keyOf(text))) return true;
    const runs = runsOf(text);
    return measured.some((known) => [...known].filter((run) => runs.has(run)).length * 2 >= known.size);
  };
}
