import { ENGLISH } from './en.ts';
import type { LanguagePack } from './language-pack.ts';

export { ENGLISH };

export const allPacks: readonly LanguagePack[] = [ENGLISH];

const byTag = new Map(allPacks.map((pack) => [pack.tag, pack]));

/** The pack of a BCP 47 tag, by its primary subtag; English where there is none. */
export function packFor(tag: string): LanguagePack {
  return byTag.get(tag.split('-')[0]!.toLowerCase()) ?? ENGLISH;
}
