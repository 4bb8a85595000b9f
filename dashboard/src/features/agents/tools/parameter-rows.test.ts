import { parametersFault } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ParameterRow, parameterTypes, rowProblems, rowsOf, schemaOf } from './parameter-rows.ts';

const row = (name: string, more: Partial<ParameterRow> = {}): ParameterRow => ({
  ...{ name, type: 'string', options: [], required: false, description: '' },
  ...more,
});

test('a schema of plain arguments is a table, and back', () => {
  const schema = {
    type: 'object',
    properties: {
      order_id: { type: 'string', description: 'As on the invoice' },
      people: { type: 'integer' },
      meal: { type: 'string', enum: ['lunch', 'dinner'] },
    },
    required: ['order_id'],
  };
  const rows = rowsOf(schema);
  expect(rows).toEqual([
    row('order_id', { required: true, description: 'As on the invoice' }),
    row('people', { type: 'integer' }),
    row('meal', { type: 'enum', options: ['lunch', 'dinner'] }),
  ]);
  expect(schemaOf(rows!)).toEqual(schema);
});

test.each([
  [{ type: 'object', properties: { when: { type: 'string', format: 'date' } } }],
  [{ type: 'object', properties: { list: { type: 'array', items: { type: 'string' } } } }],
  [{ type: 'object', properties: { one: true } }],
  [{ type: 'object', properties: {}, additionalProperties: false }],
  [{ type: 'object', properties: { one: { enum: [1, 2] } } }],
  [{ type: 'object', properties: {}, required: ['one'] }],
  [{ type: 'array' }],
  [null],
])('%j says more than a table can show', (schema) => expect(rowsOf(schema)).toBeNull());

test('what the table takes is a schema that the contract takes, and the same table again', () => {
  const name = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/).filter((text) => text !== '__proto__');
  const rows = fc.uniqueArray(
    fc.record({
      name,
      type: fc.constantFrom(...parameterTypes.map(({ value }) => value)),
      options: fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 }),
      required: fc.boolean(),
      description: fc.string(),
    }),
    { selector: (each) => each.name, maxLength: 6 },
  );
  fc.assert(
    fc.property(rows, (typed) => {
      const table = typed.map((each) => ({ ...each, options: each.type === 'enum' ? each.options : [] }));
      expect(rowProblems(table)).toEqual({});
      expect(parametersFault(schemaOf(table))).toBeNull();
      expect(rowsOf(schemaOf(table))).toEqual(table);
    }),
  );
});

test('a problem is reported at its row', () => {
  expect(rowProblems([row(''), row('order id'), row('a'), row('a'), row('meal', { type: 'enum' })])).toEqual({
    '0.name': 'Fill this in.',
    '1.name': 'Letters, digits and _ only, for example order_id.',
    '3.name': 'Is there twice.',
    '4.options': 'Say what may be chosen.',
  });
});
