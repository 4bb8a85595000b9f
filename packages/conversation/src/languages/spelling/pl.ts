import type { Spelling } from './spelling.ts';

export const PL_SPELLING: Spelling = {
  digits: ['sElU', 'lEdEn', 'dfA', 'tsI', 'tstElI', 'tIEnts', 'sEsts', 'sIEdEn', 'UsIEn', 'dsIEfIEnts'],
  tails: ['', 'dsIEsIUnt', 'stA', 'tIsIUnts'],
  rules: [
    ['szcz', 'sts'],
    ['sz|rz|ż|ź|ś', 's'],
    ['cz|ć', 'ts'],
    ['ch', 'f'],
    ['dz|dż|dź', 'ds'],
    ['ci(?=[aeouąęó])', 'ts'],
    ['si(?=[aeouąęó])|zi(?=[aeouąęó])', 's'],
    ['ni(?=[aeouąęó])|ń', 'n'],
    ['c', 'ts'],
    ['ł', 'l'],
    ['w', 'f'],
    ['ą', 'U n?'],
    ['ę', 'E n?'],
    ['j', 'l'],
    ['ó', 'U'],
    ['y', 'I'],
    ['i(?=[aeouąęó])', 'l?'],
  ],
};
