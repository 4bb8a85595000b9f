import { expect, it } from 'vitest';
import { spokenText } from './spoken-text.ts';

it.each([
  ['Yes, please.', 'Yes, please'],
  ['What do you', 'What do you'],
  ['And I would like,', 'And I would like'],
  ['Is it open?', 'Is it open'],
  ['My last name is F.O.', 'My last name is F O'],
  ['It is S. K. D. E..', 'It is S K D E'],
  ['Ask Mr. King at 5 p.m. today.', 'Ask Mr. King at 5 p.m. today'],
  ['', ''],
  ['...', ''],
])('says %j as %j', (written, said) => expect(spokenText(written)).toBe(said));
