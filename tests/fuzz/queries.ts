import type { Parameter } from '@parley/contract';
import fc from 'fast-check';
import type { DocumentedOperation } from './documented-operations.ts';
import { resolved } from './documented-operations.ts';
import type { Expectation } from './fuzz-request.ts';
import { validValue } from './valid-values.ts';

export interface Query {
  intent: string;
  /** With its question mark, or empty. */
  text: string;
  expectation: Expectation;
}

type Pairs = [string, string][];

function textOf(pairs: Pairs): string {
  const encoded = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return encoded.length === 0 ? '' : `?${encoded.join('&')}`;
}

/** Parameters as the document has them. */
export function validQuery(operation: DocumentedOperation): fc.Arbitrary<string> {
  return validPairs(operation).map(textOf);
}

function validPairs(operation: DocumentedOperation): fc.Arbitrary<Pairs> {
  const values = operation.query.map(({ name, schema }) => [name, validValue(schema, name)]);
  return fc.record(Object.fromEntries(values), { requiredKeys: [], noNullPrototype: true }).map((query) => {
    const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
    // `from` after `to` is refused, which the document says in words only.
    const { from, to } = query as { from?: number; to?: number };
    return from !== undefined && to !== undefined && from > to ? pairs.filter(([name]) => name !== 'from') : pairs;
  });
}

const refusing = (param: string): Expectation => ({ kind: 'refused', status: 400, param });

/** Parameters that are wrong in one place. */
export function hostileQuery(operation: DocumentedOperation): fc.Arbitrary<Query> {
  const unknown = fc.constantFrom('limits', 'Limit', '__proto__x', 'constructor', 'limit[]', 'a.b', ' limit', 'ü').map(
    (name): Query => ({
      intent: `the unknown query parameter ${name}`,
      text: textOf([[name, '5']]),
      expectation: refusing(name),
    }),
  );
  const odd = fc
    .constantFrom('?', '?&&', '?=', '?=5', '?limit', '?%', '?%00=1', '?limit=%00', '?a=1&a=2', '?__proto__=1', '??')
    .map((text): Query => ({ intent: 'an odd query', text, expectation: { kind: 'any' } }));
  const long = fc.integer({ min: 1, max: 1000 }).map(
    (count): Query => ({
      intent: 'many query parameters',
      text: `?${Array.from({ length: count }, (_, index) => `p${index}=1`).join('&')}`,
      expectation: { kind: 'refused', status: 400 },
    }),
  );
  if (operation.query.length === 0) return fc.oneof(unknown, odd, long);
  return fc.oneof(
    unknown,
    odd,
    long,
    { weight: 4, arbitrary: wrongValue(operation) },
    { weight: 2, arbitrary: duplicated(operation) },
  );
}

function anyOf(parameters: Parameter[], queries: (parameter: Parameter) => fc.Arbitrary<Query>): fc.Arbitrary<Query> {
  return fc.oneof(...parameters.map(queries));
}

function wrongValue(operation: DocumentedOperation): fc.Arbitrary<Query> {
  return anyOf(operation.query, (parameter) =>
    fc.tuple(validPairs(operation), fc.constantFrom(...wrongTexts(parameter))).map(
      ([pairs, value]): Query => ({
        intent: `the query parameter ${parameter.name} is ${value.slice(0, 30)}`,
        text: textOf([...pairs.filter(([name]) => name !== parameter.name), [parameter.name, value]]),
        expectation: refusing(parameter.name),
      }),
    ),
  );
}

function wrongTexts({ schema }: Parameter): string[] {
  const { type, enum: values, minimum = 0, maximum = 0, maxLength = 0 } = resolved(schema);
  const unstorable = ['\0', 'x\0'];
  if (type === 'integer') {
    const numbers = [
      String(minimum - 1),
      String(maximum + 1),
      '1e1',
      '0x1',
      '1.0',
      '+1',
      ' 1',
      '1 ',
      '٣',
      '9'.repeat(400),
    ];
    return [...unstorable, ...numbers, '', 'null', 'NaN', '1e400', '-'];
  }
  if (values) return [...unstorable, '', 'ACTIVE', 'constructor', '__proto__', String(values[0]).concat(' ')];
  return [...unstorable, '', 'x'.repeat(maxLength + 1)];
}

function duplicated(operation: DocumentedOperation): fc.Arbitrary<Query> {
  return anyOf(operation.query, ({ name, schema }) =>
    fc.tuple(validValue(schema, name), validValue(schema, name)).map(
      ([first, second]): Query => ({
        intent: `the query parameter ${name} twice`,
        text: textOf([
          [name, String(first)],
          [name, String(second)],
        ]),
        expectation: refusing(name),
      }),
    ),
  );
}
