import { expect, test } from 'vitest';
import { fallbacksOf, movedUp } from './fallback-lists.ts';

test('what is typed, where something is', () => {
  const settings = { fallbacks: { voice_id: ['builtin/slt', ''], model: null } };
  expect(fallbacksOf(settings, 'voice_id')).toEqual(['builtin/slt', '']);
  expect(fallbacksOf(settings, 'model')).toEqual([]);
  expect(fallbacksOf(settings, 'transcriber')).toEqual([]);
  expect(fallbacksOf({}, 'model')).toEqual([]);
  expect(fallbacksOf({ fallbacks: null }, 'model')).toEqual([]);
});

test('one place up, and the list that was there stays as it was', () => {
  const list = ['a', 'b', 'c'];
  expect(movedUp(list, 2)).toEqual(['a', 'c', 'b']);
  expect(movedUp(list, 1)).toEqual(['b', 'a', 'c']);
  expect(list).toEqual(['a', 'b', 'c']);
});
