import type { LanguagePack } from '../languages/language-pack.ts';
import type { PackTag } from '../languages/packs.ts';
import type { TurnWords } from './turn-words.ts';
import { ARABIC_WORDS } from './words/ar.ts';
import { GERMAN_WORDS } from './words/de.ts';
import { ENGLISH_WORDS } from './words/en.ts';
import { SPANISH_WORDS } from './words/es.ts';
import { FRENCH_WORDS } from './words/fr.ts';
import { HINDI_WORDS } from './words/hi.ts';
import { ITALIAN_WORDS } from './words/it.ts';
import { JAPANESE_WORDS } from './words/ja.ts';
import { DUTCH_WORDS } from './words/nl.ts';
import { POLISH_WORDS } from './words/pl.ts';
import { PORTUGUESE_WORDS } from './words/pt.ts';
import { CHINESE_WORDS } from './words/zh.ts';

/** By primary subtag. */
export const turnWords: Readonly<Record<PackTag, TurnWords>> = {
  ar: ARABIC_WORDS,
  de: GERMAN_WORDS,
  en: ENGLISH_WORDS,
  es: SPANISH_WORDS,
  fr: FRENCH_WORDS,
  hi: HINDI_WORDS,
  it: ITALIAN_WORDS,
  ja: JAPANESE_WORDS,
  nl: DUTCH_WORDS,
  pl: POLISH_WORDS,
  pt: PORTUGUESE_WORDS,
  zh: CHINESE_WORDS,
};

/** The words of a pack, and the tag that they and its weights are known by. */
export function turnWordsOf(pack: LanguagePack): { tag: PackTag; words: TurnWords } {
  const tag = pack.tag as PackTag;
  return { tag, words: turnWords[tag] };
}
