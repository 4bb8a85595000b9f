import type { LanguagePack } from '../languages/language-pack.ts';
import { spokenKey } from '../languages/spoken-words.ts';

/** By pack: as it is written there, by what is heard of it. */
const openersByPack = new WeakMap<Pick<LanguagePack, 'openers'>, ReadonlyMap<string, string>>();

/** Longer texts are none, whatever the language. */
const LONGEST_OPENER = 24;
/** "Okay?" is heard as another "okay" than "Okay," and "Okay!", which are alike in front of a sentence. */
const QUESTION = /[?？؟]/;

/** Models write it both ways. */
const keyOf = (text: string): string => spokenKey(text).replace(/^ok$/, 'okay');

function openersOf(pack: Pick<LanguagePack, 'openers'>): ReadonlyMap<string, string> {
  const known = openersByPack.get(pack);
  if (known) return known;
  const openers = new Map(pack.openers.map((opener) => [keyOf(opener), opener]));
  openersByPack.set(pack, openers);
  return openers;
}

/** What a reply begins with, as the pack writes it, whatever mark is behind it in `clause`; null: that is no such beginning. */
export function openerOf(clause: string, pack: Pick<LanguagePack, 'openers'>): string | null {
  if (clause.length > LONGEST_OPENER || QUESTION.test(clause)) return null;
  return openersOf(pack).get(keyOf(clause)) ?? null;
}
