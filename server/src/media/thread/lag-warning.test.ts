import { expect, it } from 'vitest';
import { lagWarnings } from './lag-warning.ts';

it('warns in plain words of a recognizer that was over a second behind, and only then', () => {
  expect(lagWarnings(300, 2)).toEqual([]);
  expect(lagWarnings(1000, 2)).toEqual([]);
  expect(lagWarnings(2340, 2)).toEqual([
    'The built-in recognizer was up to 2.3 s behind, so that answers came late: this host carries about 40 such calls at once.',
  ]);
});
