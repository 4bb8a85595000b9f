import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeholders, render, resolveVariables, spokenTime } from './template.ts';

const resolve = (given: Record<string, string | number | boolean | null>, defaults = {}) =>
  resolveVariables({ builtin: {}, defaults, given });

test('a value replaces its placeholder, the call before the agent', () => {
  expect(render('Hi {{name}} of {{ city }}', resolve({ name: 'Bo' }, { name: 'x', city: 'Ulm' }))).toBe('Hi Bo of Ulm');
});

test('numbers, booleans and null are spoken as text', () => {
  expect(render('{{a}} {{b}} [{{c}}]', resolve({ a: 3.5, b: true, c: null }))).toBe('3.5 true []');
});

test('values are data: a value that looks like a placeholder stays what it is', () => {
  const variables = resolve({ name: '{{secret}} $& $1', secret: 'leaked' });
  expect(render('Hi {{name}}', variables)).toBe('Hi {{secret}} $& $1');
});

test('no value, whatever it holds, adds a line to the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (value) => {
      expect(render('a {{name}} b', resolve({ name: value }))).not.toMatch(/[\r\n\u0085\u2028\u2029]/);
    }),
  );
});

test('names are found once each', () => {
  expect(placeholders('{{a}} {{b}} {{a}} {{ first name }} {c}')).toEqual(['a', 'b', 'first name']);
});

test('the time is that of the minute, in each time zone', () => {
  const said = (iso: string, timeZone = 'UTC') => spokenTime(new Date(iso), timeZone);
  expect(said('2026-03-04T05:06:00Z')).toContain('5:06');
  expect(said('2026-03-04T05:06:59.999Z')).toBe(said('2026-03-04T05:06:00Z'));
  expect(said('2026-03-04T05:07:00Z')).toContain('5:07');
  expect(said('2026-03-04T05:07:00Z', 'Asia/Kathmandu')).toContain('10:52');
  expect(said('2026-03-04T05:06:30Z')).toContain('5:06');
});
