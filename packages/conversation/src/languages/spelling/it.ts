import type { Spelling } from './spelling.ts';

export const IT_SPELLING: Spelling = {
  digits: ['dsElU', 'UnU', 'dUE', 'tlE', 'tlAtlU', 'tsIntlE', 'sEI', 'sEtE', 'UtU', 'nUfE'],
  tails: ['', 'AntA', 'tsEntU', 'nIlA'],
  rules: [
    ['gli(?=[aeou])', 'l'],
    ['gli', 'lI'],
    ['gn', 'n'],
    ['sci(?=[aou])', 's'],
    ['sc(?=[ei])', 's'],
    ['cch', 't'],
    ['ch', 't'],
    ['ggh|gh', 'd'],
    ['cci(?=[aou])|ci(?=[aou])', 'ts'],
    ['cc(?=[eièé])|c(?=[eièé])', 'ts'],
    ['ggi(?=[aou])|gi(?=[aou])', 'ds'],
    ['gg(?=[eièé])|g(?=[eièé])', 'ds'],
    ['zz|z', 'ts'],
    ['qu', 'tl'],
    ['h', ''],
    ["'", ''],
    ['u(?=[aeoàè])', 'l'],
    ['i(?=[aeoàèò])', 'l'],
  ],
};
