import fc from 'fast-check';
import { expect, it } from 'vitest';
import { offsetAt, promptSegments } from './prompt-segments.ts';

const kinds = (prompt: string, missing: string[] = [], mistakes: { line: number; column: number }[] = []) =>
  promptSegments(prompt, new Set(missing), mistakes).map(({ kind, text }) => [kind, text]);

it('finds placeholders, those without a value, and headings', () => {
  expect(kinds('Hi {{name}} of {{ city }}\n## next\nbye', ['city'])).toEqual([
    ...[
      ['text', 'Hi '],
      ['variable', '{{name}}'],
      ['text', ' of '],
      ['missing', '{{ city }}'],
    ],
    ...[
      ['text', '\n'],
      ['heading', '## next'],
      ['text', '\nbye'],
    ],
  ]);
});

it('marks a mistake from its column on, in an empty line and beyond its end too', () => {
  expect(kinds('say: a -> x\n', [], [{ line: 1, column: 11 }])).toEqual([
    ...[
      ['text', 'say: a -> '],
      ['mistake', 'x'],
      ['text', '\n'],
    ],
  ]);
  expect(kinds('abc', [], [{ line: 1, column: 9 }])).toEqual([
    ['text', 'ab'],
    ['mistake', 'c'],
  ]);
});

it('loses nothing, whatever is typed', () => {
  const typed = fc.array(fc.constantFrom('{{a}}', '{{', '}}', '\n', '##', ' x', '{', 'é'), { maxLength: 20 });
  fc.assert(
    fc.property(typed, fc.nat(5), fc.nat(9), (parts, line, column) => {
      const prompt = parts.join('');
      const segments = promptSegments(prompt, new Set(['a']), [{ line: line + 1, column: column + 1 }]);
      expect(segments.map(({ text }) => text).join('')).toBe(prompt);
    }),
  );
});

it('knows where line and column are', () => {
  expect(offsetAt('ab\ncde\nf', { line: 2, column: 3 })).toBe(5);
  expect(offsetAt('ab\ncde', { line: 1, column: 99 })).toBe(2);
  expect(offsetAt('ab', { line: 9, column: 1 })).toBe(2);
});
