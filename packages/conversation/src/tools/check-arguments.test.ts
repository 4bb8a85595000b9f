import { expect, it } from 'vitest';
import { argumentsProblem } from './check-arguments.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    day: { type: 'string', enum: ['Monday', 'Tuesday'] },
    name: { type: 'string', minLength: 2, maxLength: 5, pattern: '^[a-z]+$' },
    count: { type: 'integer', minimum: 1, maximum: 9 },
    tags: { type: 'array', items: { type: ['string', 'null'] } },
    broken: { pattern: '(' },
  },
  required: ['day'],
  additionalProperties: false,
};

it.each([[{ day: 'Monday' }], [{ day: 'Monday', name: 'ANN', count: 3, tags: ['a', null], broken: 'any' }]])(
  'arguments that fit: %o',
  (args) => {
    expect(argumentsProblem(args, SCHEMA)).toBeNull();
  },
);

it.each([
  [{}, '"day" is missing'],
  [{ day: 'Sunday' }, '"day" must be one of "Monday", "Tuesday"'],
  [{ day: 1 }, '"day" must be of type string'],
  [{ day: 'Monday', name: 'a' }, '"name" is too short'],
  [{ day: 'Monday', name: 'abcdef' }, '"name" is too long'],
  [{ day: 'Monday', count: 1.5 }, '"count" must be of type integer'],
  [{ day: 'Monday', count: 0 }, '"count" must be at least 1'],
  [{ day: 'Monday', count: 10 }, '"count" must be at most 9'],
  [{ day: 'Monday', tags: ['a', 1] }, '"tags"[1] must be of type string or null'],
  [{ day: 'Monday', other: 1 }, 'arguments has no "other"'],
  [[], 'arguments must be of type object'],
])('arguments that do not: %o', (args, problem) => {
  expect(argumentsProblem(args, SCHEMA)).toBe(problem);
});

it('a schema without keywords allows everything', () => {
  expect(argumentsProblem({ any: ['thing'] }, {})).toBeNull();
});
