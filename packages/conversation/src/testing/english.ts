import { PhraseSet } from '../languages/phrase-set.ts';
import { spokenLanguage } from '../languages/spoken-language.ts';

export const english = spokenLanguage('en');

export const phraseSet = (...lists: (readonly string[])[]): PhraseSet => new PhraseSet(lists.flat(), english.writing);
