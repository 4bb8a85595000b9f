import { ARABIC } from './ar.ts';
import { GERMAN } from './de.ts';
import { ENGLISH } from './en.ts';
import { SPANISH } from './es.ts';
import { FRENCH } from './fr.ts';
import { HINDI } from './hi.ts';
import { ITALIAN } from './it.ts';
import { JAPANESE } from './ja.ts';
import type { LanguagePack } from './language-pack.ts';
import { DUTCH } from './nl.ts';
import { POLISH } from './pl.ts';
import { PORTUGUESE } from './pt.ts';
import { CHINESE } from './zh.ts';

export { ENGLISH };

/** By primary subtag. */
export const packs = {
  ar: ARABIC,
  de: GERMAN,
  en: ENGLISH,
  es: SPANISH,
  fr: FRENCH,
  hi: HINDI,
  it: ITALIAN,
  ja: JAPANESE,
  nl: DUTCH,
  pl: POLISH,
  pt: PORTUGUESE,
  zh: CHINESE,
} satisfies Record<string, LanguagePack>;

export type PackTag = keyof typeof packs;

export const allPacks: readonly LanguagePack[] = Object.values(packs);

const byTag = new Map(allPacks.map((pack) => [pack.tag, pack]));

/** The primary subtag of a BCP 47 tag. */
export const primarySubtag = (tag: string): string => tag.split('-')[0]!.toLowerCase();

/** The pack of a BCP 47 tag, by its primary subtag; English where there is none. */
export function packFor(tag: string): LanguagePack {
  return byTag.get(primarySubtag(tag)) ?? ENGLISH;
}
