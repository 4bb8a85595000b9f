import { expect, it } from 'vitest';
import { reportedLanguage } from './reported-language.ts';

it.each([
  ['es', 'es'],
  ['haw', 'haw'],
  ['english', 'en'],
  ['Spanish', 'es'],
  ['chinese', 'zh'],
  ['bengali', 'bn'],
  ['tagalog', 'tl'],
  ['nynorsk', 'nn'],
  ['klingon', null],
  ['', null],
  [null, null],
  [7, null],
])('%j is read as %j', (reported, language) => expect(reportedLanguage(reported)).toBe(language));
