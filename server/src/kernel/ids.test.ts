import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('ids that are made at once sort as they were made', () => {
  const ids = Array.from({ length: 1000 }, () => newId('call'));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(1000);
  expect(ids[0]).toMatch(/^call_[0-9a-hjkmnp-tv-z]{26}$/);
});
