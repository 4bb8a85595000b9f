import { expect, it } from 'vitest';
import { toldLanguage } from './told-language.ts';

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
])('%j is reported as %j', (told, language) => expect(toldLanguage(told)).toBe(language));
