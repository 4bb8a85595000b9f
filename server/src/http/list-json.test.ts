import { expect, test } from 'vitest';
import { isList, listJson } from './list-json.ts';

test.each([
  [{ data: [], total: 0 }],
  [{ data: [{ a: 1 }, { b: 'é"' }] }],
  [{ data: [null], total: 1, has_more: false }],
])('a list is the same JSON as if it were written at once: %j', async (list) => {
  expect(isList(list)).toBe(true);
  expect(await listJson(list)).toBe(JSON.stringify(list));
});

test('an object with other data is no list', () => {
  expect([isList({ data: {} }), isList(null), isList('data'), isList({})]).toEqual([false, false, false, false]);
});
