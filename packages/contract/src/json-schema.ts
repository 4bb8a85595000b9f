/** Something that a tool's parameters cannot be; `path` leads there from the schema. */
export interface SchemaFault {
  path: (string | number)[];
  message: string;
}

type Schema = Record<string, unknown>;

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
/** Deeper ones are refused by the vendors of models. */
const DEEPEST = 8;
const LIMITS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'];

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What is wrong with the schema of a tool's arguments; null when nothing is. Of JSON Schema (draft 2020-12) it looks at
 * the keywords that models are given, and ignores the others.
 */
export function parametersFault(schema: unknown): SchemaFault | null {
  if (!isObject(schema)) return { path: [], message: 'must be a JSON Schema, which is an object' };
  if (schema.type !== 'object') return { path: ['type'], message: 'must be "object": arguments have names' };
  return schemaFault(schema, [], 0);
}

function schemaFault(schema: Schema, path: (string | number)[], depth: number): SchemaFault | null {
  if (depth > DEEPEST) return { path, message: `is nested more than ${DEEPEST} times` };
  return (
    keywordFault(schema, path) ??
    propertiesFault(schema, path, depth) ??
    requiredFault(schema, path) ??
    branchesFault(schema, path, depth)
  );
}

function keywordFault(schema: Schema, path: (string | number)[]): SchemaFault | null {
  const fault = (keyword: string, message: string): SchemaFault => ({ path: [...path, keyword], message });
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (schema.type !== undefined && (types.length === 0 || types.some((type) => !TYPES.includes(type as string))))
    return fault('type', `must be one of ${TYPES.join(', ')}, or a list of them`);
  if ('$ref' in schema) return fault('$ref', 'is not supported: write the schema where it is used');
  if (schema.description !== undefined && typeof schema.description !== 'string')
    return fault('description', 'must be a string');
  if (schema.enum !== undefined && (!Array.isArray(schema.enum) || schema.enum.length === 0))
    return fault('enum', 'must be a list of values, and not empty');
  if (schema.pattern !== undefined && !isPattern(schema.pattern))
    return fault('pattern', 'must be a regular expression');
  const limit = LIMITS.find((keyword) => schema[keyword] !== undefined && !Number.isFinite(schema[keyword]));
  if (limit !== undefined) return fault(limit, 'must be a number');
  const count = COUNTS.find((keyword) => schema[keyword] !== undefined && !isCount(schema[keyword]));
  return count === undefined ? null : fault(count, 'must be a whole number, and not below 0');
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

function isPattern(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    new RegExp(value, 'u');
    return true;
  } catch {
    return false;
  }
}

function propertiesFault(schema: Schema, path: (string | number)[], depth: number): SchemaFault | null {
  if (schema.properties === undefined) return null;
  const at = [...path, 'properties'];
  if (!isObject(schema.properties)) return { path: at, message: 'must be an object: a schema for each name' };
  return first(
    Object.entries(schema.properties).map(([name, property]) => subschemaFault(property, [...at, name], depth)),
  );
}

function requiredFault(schema: Schema, path: (string | number)[]): SchemaFault | null {
  const { required } = schema;
  if (required === undefined) return null;
  const at = [...path, 'required'];
  if (!Array.isArray(required) || required.some((name) => typeof name !== 'string'))
    return { path: at, message: 'must be a list of names' };
  const properties = isObject(schema.properties) ? schema.properties : {};
  const unknown = required.findIndex((name) => !Object.hasOwn(properties, name as string));
  if (unknown < 0) return null;
  return { path: [...at, unknown], message: `names "${String(required[unknown])}", which properties does not have` };
}

function branchesFault(schema: Schema, path: (string | number)[], depth: number): SchemaFault | null {
  const { items, additionalProperties: additional } = schema;
  const lists = ['anyOf', 'oneOf', 'allOf'].filter((keyword) => schema[keyword] !== undefined);
  return (
    (items === undefined ? null : subschemaFault(items, [...path, 'items'], depth)) ??
    (additional === undefined ? null : subschemaFault(additional, [...path, 'additionalProperties'], depth)) ??
    first(
      lists.map((keyword) => {
        const branches = schema[keyword];
        if (!Array.isArray(branches) || branches.length === 0)
          return { path: [...path, keyword], message: 'must be a list of schemas, and not empty' };
        return first(branches.map((branch, index) => subschemaFault(branch, [...path, keyword, index], depth)));
      }),
    )
  );
}

/** `true` and `false` are schemas as well. */
function subschemaFault(schema: unknown, path: (string | number)[], depth: number): SchemaFault | null {
  if (typeof schema === 'boolean') return null;
  if (!isObject(schema)) return { path, message: 'must be a JSON Schema, which is an object' };
  return schemaFault(schema, path, depth + 1);
}

const first = (faults: (SchemaFault | null)[]): SchemaFault | null => faults.find((fault) => fault !== null) ?? null;
