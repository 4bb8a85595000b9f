import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineDiff } from './line-diff.ts';

const written = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${{ same: ' ', removed: '-', added: '+' }[kind]}${text}`);

it('shows what was added, removed and changed', () => {
  expect(written('a\nb\nc\nd', 'a\nx\nc\nd\ne')).toEqual([' a', '-b', '+x', ' c', ' d', '+e']);
  expect(written('', 'a')).toEqual(['-', '+a']);
  expect(written('same', 'same')).toEqual([' same']);
});

it('numbers lines by their place in their own text', () => {
  expect(lineDiff('a\nb\nc', 'a\nc\nd').map(({ kind, line }) => [kind, line])).toEqual([
    ['same', 1],
    ['removed', 2],
    ['same', 2],
    ['added', 3],
  ]);
});

it('holds both texts, whatever they are', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDiff(before, after);
      expect(
        lines
          .filter(({ kind }) => kind !== 'added')
          .map((line) => line.text)
          .join('\n'),
      ).toBe(before);
      expect(
        lines
          .filter(({ kind }) => kind !== 'removed')
          .map((line) => line.text)
          .join('\n'),
      ).toBe(after);
    }),
  );
});
