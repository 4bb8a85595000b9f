import { expect, test } from 'vitest';
import { argumentFields, argumentsOf } from './argument-fields.ts';

const fields = argumentFields({
  type: 'object',
  properties: {
    order: { type: 'string', description: 'As on the invoice' },
    people: { type: 'integer' },
    gift: { type: 'boolean' },
    floor: { enum: [1, 2] },
    where: { type: 'object' },
    any: true,
  },
  required: ['order', 'people'],
});

test('each argument has a field of its kind', () => {
  expect(fields.map(({ name, kind, required }) => [name, kind, required])).toEqual([
    ['order', 'text', true],
    ['people', 'number', true],
    ['gift', 'boolean', false],
    ['floor', 'choice', false],
    ['where', 'json', false],
    ['any', 'json', false],
  ]);
  expect(argumentFields(undefined)).toEqual([]);
});

test('what is typed becomes what the agent would give', () => {
  const typed = { order: '0017', people: '4', gift: 'false', floor: '2', where: '{"city":"Bonn"}', any: '' };
  expect(argumentsOf(fields, typed)).toEqual({
    given: { order: '0017', people: 4, gift: false, floor: 2, where: { city: 'Bonn' } },
    problems: {},
  });
  expect(argumentsOf(fields, { people: 'four', where: '{' })).toEqual({
    given: {},
    problems: { order: 'Fill this in.', people: 'Is no number.', where: 'Is no JSON.' },
  });
});
