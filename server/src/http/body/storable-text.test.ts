import { expect, test } from 'vitest';
import { refuseUnstorableText } from './storable-text.ts';

const paramOf = (body: unknown) => {
  try {
    refuseUnstorableText(body);
    return null;
  } catch (error) {
    return (error as { param?: string }).param;
  }
};

test('text that cannot be stored is refused with its path, in values and in names', () => {
  expect(paramOf({ a: ['fine', { b: 'x\0' }] })).toBe('a[1].b');
  expect(paramOf({ a: { b: '\ud83d' } })).toBe('a.b');
  expect(paramOf({ 'x\0': 1 })).toBe('x␀');
  expect(paramOf(JSON.parse('{"a": {"__proto__": 1}}'))).toBe('a.__proto__');
  expect(paramOf({ a: '👍', b: [null, 1, true] })).toBeNull();
});

test('a body that nests without end is refused at once, by the name of its outermost field', () => {
  const levels = 200_000;
  const deep = JSON.parse(`{"variables": ${'['.repeat(levels)}${']'.repeat(levels)}}`);
  const startedMs = performance.now();
  expect(paramOf(deep)).toBe('variables');
  expect(performance.now() - startedMs).toBeLessThan(1000);
});
