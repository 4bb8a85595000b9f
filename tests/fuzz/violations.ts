import type { JsonSchema } from '@parley/contract';
import fc from 'fast-check';
import { resolved } from './documented-operations.ts';
import { verbatim } from './json-text.ts';
import { validValue } from './valid-values.ts';

/** A value that its schema does not allow, and the path of what is wrong in it. */
export interface Violation {
  value: unknown;
  path: (string | number)[];
}

const unknownNames = fc.constantFrom(
  ...['agentid', 'Agent_Id', 'constructor', 'toString', 'hasOwnProperty', 'prototype', '0', 'ü', 'a b', ' '],
);
/** A random value might hold a second thing that is wrong. */
const harmless = fc.constantFrom<unknown>(null, 5, 'x', true, [], { a: 1 });
const notText = fc.constantFrom<unknown>(5, -1, true, {}, [], ['x'], { toString: 'x' });
const notANumber = fc.constantFrom<unknown>('5', true, {}, [], [5], '', 'NaN');
const notAnObject = fc.constantFrom<unknown>('x', 5, false, [], [{}]);
const hugeNumbers = fc.constantFrom(
  ...['1e400', '-1e400', '1e21', '9007199254740993', '0.1', '-5', '1.5e-5', '123456789012345678901234567890'].map(
    verbatim,
  ),
);

const numbersOutOf = fc.constantFrom(
  ...['1e400', '-1e400', '1e21', '9007199254740993', '-9007199254740992', '12345678901234567890'].map(verbatim),
);

/** Values that break the rules of the schema in exactly one place. */
export function violation(given: JsonSchema, field = ''): fc.Arbitrary<Violation> {
  const schema = nullable(resolved(given));
  const types = [schema.type ?? []].flat();
  const choices: fc.Arbitrary<Violation>[] = [];
  const here = (values: fc.Arbitrary<unknown>) => choices.push(values.map((value) => ({ value, path: [] })));
  if (!types.includes('null')) here(fc.constant(null));
  if (types.length > 2) {
    here(fc.constantFrom<unknown>({}, [], ['x'], { a: 1 }));
    if (schema.maximum !== undefined) here(numbersOutOf);
  } else if (types.includes('string')) {
    here(notText);
    const texts = wrongTexts(schema, field);
    if (texts.length > 0) here(fc.constantFrom(...texts));
  } else if (types.includes('integer')) {
    here(fc.oneof(notANumber, hugeNumbers));
    if (schema.minimum !== undefined) here(fc.constant(schema.minimum - 1));
    if (schema.maximum !== undefined) here(fc.constant(schema.maximum + 1));
  } else if (types.includes('boolean')) here(fc.constantFrom<unknown>('true', 0, 1, 'yes', []));
  else if (types.includes('array')) choices.push(...wrongArrays(schema, field));
  else if (types.includes('object')) {
    here(notAnObject);
    const object = { ...schema, type: 'object' };
    choices.push(...(schema.properties ? wrongObjects(object) : wrongDictionaries(object)));
  }
  return fc.oneof(...choices);
}

/** A named schema or null, which the document says as a choice of the two. */
function nullable(schema: JsonSchema): JsonSchema {
  const [named, none, ...others] = schema.anyOf ?? [];
  if (!named || none?.type !== 'null' || others.length > 0) return schema;
  const alone = resolved(named);
  return { ...alone, type: [alone.type ?? [], 'null'].flat() };
}

function wrongTexts(schema: JsonSchema, field: string): string[] {
  const { minLength = 0, maxLength } = schema;
  if (schema.enum || schema.const !== undefined) return ['', 'ACTIVE', 'constructor', 'call.completed ', ' active'];
  const texts: string[] = [];
  if (minLength > 0) texts.push('');
  if (maxLength !== undefined) texts.push('x'.repeat(maxLength + 1), '👍'.repeat(maxLength + 1));
  if (schema.pattern !== undefined) {
    const pattern = new RegExp(schema.pattern, 'u');
    const candidates = ['', ' ', '\n', '/', 'A B', '2025550101', '+1 202 555 0101', 'tel:+12025550102', '+0123456789'];
    texts.push(...candidates.filter((text) => !pattern.test(text)));
  }
  if (schema.format === 'uri') {
    texts.push('', 'x', '//127.0.0.1:9', 'ftp://127.0.0.1:9/', 'javascript:1', 'http://', 'http://a:b@127.0.0.1:9/');
  }
  if (field === 'language') texts.push('', 'e', 'en_US!', '*');
  if (field === 'timezone') texts.push('', 'Mars/Olympus', '../../etc/passwd', '+05:45', '-00:00');
  return texts;
}

function wrongArrays(schema: JsonSchema, field: string): fc.Arbitrary<Violation>[] {
  const choices = [
    fc.constantFrom<unknown>('x', 5, true, {}, { 0: {}, length: 1 }).map((value): Violation => ({ value, path: [] })),
    fc
      .tuple(validValue(schema, field), violation(schema.items ?? {}))
      .map(([items, wrong]): Violation => {
        const right = items as unknown[];
        return { value: [...right, wrong.value], path: [right.length, ...wrong.path] };
      })
      // One too many is another violation, which is reported first.
      .filter(({ value }) => (value as unknown[]).length <= (schema.maxItems ?? 4)),
  ];
  if ((schema.minItems ?? 0) > 0) choices.push(fc.constant({ value: [], path: [] }));
  return choices;
}

function wrongObjects(schema: JsonSchema): fc.Arbitrary<Violation>[] {
  // One that may be null as well is no object then.
  const right = (validValue(schema) as fc.Arbitrary<Record<string, unknown> | null>).filter(
    (object) => object !== null,
  );
  const entries = Object.entries(schema.properties ?? {});
  const choices = [
    fc.tuple(right, unknownNames, harmless).map(
      ([object, name, value]): Violation => ({
        value: { ...object, [name]: value },
        path: [name],
      }),
    ),
    ...entries.map(([name, property]) =>
      fc.tuple(right, violation(property, name)).map(
        ([object, wrong]): Violation => ({
          value: { ...object, [name]: wrong.value },
          path: [name, ...wrong.path],
        }),
      ),
    ),
  ];
  for (const name of schema.required ?? []) {
    choices.push(
      right.map((object): Violation => {
        const { [name]: _, ...rest } = object;
        return { value: rest, path: [name] };
      }),
    );
  }
  return choices;
}

/** None, where the schema permits every value. */
function wrongDictionaries(schema: JsonSchema): fc.Arbitrary<Violation>[] {
  const { additionalProperties: value } = schema;
  if (typeof value !== 'object' || Object.keys(value).length === 0) return [];
  const right = validValue(schema) as fc.Arbitrary<Record<string, unknown>>;
  return [
    fc.tuple(right, violation(value)).map(([object, wrong]) => ({
      value: { ...object, wrong: wrong.value },
      path: ['wrong', ...wrong.path],
    })),
  ];
}

/** `recipients[3].phone` */
export function paramOf(path: (string | number)[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}
