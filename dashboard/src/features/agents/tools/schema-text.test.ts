import { expect, test } from 'vitest';
import { lineOf, readSchema } from './schema-text.ts';

const TEXT = `{
  "type": "object",
  "properties": {
    "a": { "type": "string" },
    "list": {
      "type": "array",
      "items": { "enum": [
        1,
        {}
      ] }
    }
  },
  "required": []
}`;

test.each([
  [['type'], 2],
  [['properties', 'a'], 4],
  [['properties', 'list', 'type'], 6],
  [['properties', 'list', 'items', 'enum', 0], 8],
  [['properties', 'list', 'items', 'enum', 1], 9],
  [['properties', 'list', 'missing'], 5],
  [['required'], 13],
  [['missing'], null],
  [[], null],
] as const)('%j begins in line %j', (path, line) => expect(lineOf(TEXT, path)).toBe(line));

test('a schema is taken; what is none says where', () => {
  expect(readSchema('{"type":"object"}')).toEqual({ schema: { type: 'object' } });
  expect(readSchema(TEXT.replace('"string"', '"text"'))).toEqual({
    problem:
      'Line 4: properties → a → type must be one of string, number, integer, boolean, object, array, null, or a list of them.',
  });
  expect(readSchema('[]')).toEqual({ problem: 'The schema must be a JSON Schema, which is an object.' });
  expect(readSchema('{\n  "type" "object"\n}')).toEqual({
    problem: expect.stringContaining('This is not valid JSON: line 2, column 10: '),
  });
});
