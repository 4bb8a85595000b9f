import type { Spelling } from './spelling.ts';

export const ES_SPELLING: Spelling = {
  digits: ['sElU', 'UnU', 'dUs', 'tlEs', 'tlAtlU', 'sIntU', 'sEIs', 'sIEtE', 'UtsU', 'nUEfE'],
  tails: ['', 'EntA', 'sIEntUs', 'nIl'],
  rules: [
    ['ch', 'ts'],
    ['ll', 'l'],
    ['rr', 'l'],
    ['qu', 't'],
    ['gu(?=[eiéí])', 'd'],
    ['g(?=[eiéí])', 'f'],
    ['c(?=[eiéí])|z', 's'],
    ['j', 'f'],
    ['h', ''],
    ['v', 'd'],
    ['ñ', 'n'],
    ['y$', 'I'],
    ['y', 'l'],
    ['x', 'ts'],
    ['u(?=[aeoáéó])', 'l'],
    ['i(?=[aeoáéó])', 'l'],
    ['d$', 'f?'],
    ['ü', 'l'],
  ],
};
