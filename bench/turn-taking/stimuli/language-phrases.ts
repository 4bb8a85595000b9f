import { ARABIC } from './languages/ar.ts';
import { GERMAN } from './languages/de.ts';
import { SPANISH } from './languages/es.ts';
import { FRENCH } from './languages/fr.ts';
import { HINDI } from './languages/hi.ts';
import { ITALIAN } from './languages/it.ts';
import { JAPANESE } from './languages/ja.ts';
import type { LanguagePhrases } from './languages/language-phrases.ts';
import { DUTCH } from './languages/nl.ts';
import { POLISH } from './languages/pl.ts';
import { PORTUGUESE } from './languages/pt.ts';
import { CHINESE } from './languages/zh.ts';

/** What callers in other languages than English say, by primary subtag of BCP 47. */
export const LANGUAGE_PHRASES = {
  de: GERMAN,
  es: SPANISH,
  fr: FRENCH,
  nl: DUTCH,
  pl: POLISH,
  it: ITALIAN,
  pt: PORTUGUESE,
  hi: HINDI,
  ar: ARABIC,
  ja: JAPANESE,
  zh: CHINESE,
} satisfies Record<string, LanguagePhrases>;

export type OtherLanguage = keyof typeof LANGUAGE_PHRASES;
export const OTHER_LANGUAGES = Object.keys(LANGUAGE_PHRASES) as OtherLanguage[];
