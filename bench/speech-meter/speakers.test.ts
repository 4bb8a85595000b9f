import { expect, it } from 'vitest';
import { castPresent, casts } from './speakers.ts';

it('does without voices that are not installed, and names them', () => {
  const { present, missing } = castPresent(casts.heldOut, ['kal_diphone', 'ked_diphone']);
  expect(present).toEqual({ ...casts.heldOut, festival: ['ked_diphone'] });
  expect(missing).toEqual(['cmu_us_slt_arctic_hts']);
});

it('has all of them where they are', () => {
  const { present, missing } = castPresent(casts.heldOut, casts.heldOut.festival);
  expect(present).toEqual(casts.heldOut);
  expect(missing).toEqual([]);
});
