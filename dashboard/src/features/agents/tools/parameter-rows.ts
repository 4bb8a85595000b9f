/** An argument that the agent fills in, as a row of a table. */
export interface ParameterRow {
  name: string;
  type: ParameterType;
  /** What may be chosen, where the type is `enum`. */
  options: string[];
  required: boolean;
  description: string;
}

export type ParameterType = 'string' | 'number' | 'integer' | 'boolean' | 'enum';

export const parameterTypes: readonly { value: ParameterType; label: string }[] = [
  { value: 'string', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'integer', label: 'Whole number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'enum', label: 'One of a list' },
];

export const emptyRow: ParameterRow = { name: '', type: 'string', options: [], required: true, description: '' };

type Schema = Record<string, unknown>;

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rows of a JSON Schema; null where it says more than a table can show. */
export function rowsOf(schema: unknown): ParameterRow[] | null {
  if (!isObject(schema) || schema.type !== 'object' || !hasOnly(schema, ['type', 'properties', 'required']))
    return null;
  const { properties = {}, required = [] } = schema;
  if (!isObject(properties) || !Array.isArray(required)) return null;
  if (required.some((name) => typeof name !== 'string' || !Object.hasOwn(properties, name))) return null;
  const rows = Object.entries(properties).map(([name, property]) => rowOf(name, property, required.includes(name)));
  return rows.includes(null) ? null : (rows as ParameterRow[]);
}

function rowOf(name: string, property: unknown, required: boolean): ParameterRow | null {
  if (!isObject(property) || !hasOnly(property, ['type', 'enum', 'description'])) return null;
  const { type, enum: options, description = '' } = property;
  if (typeof description !== 'string') return null;
  if (options !== undefined) {
    const isList = Array.isArray(options) && options.every((option) => typeof option === 'string');
    return isList && type === 'string' ? { name, type: 'enum', options, required, description } : null;
  }
  const known = parameterTypes.find(({ value }) => value === type && value !== 'enum');
  return known ? { name, type: known.value, options: [], required, description } : null;
}

const hasOnly = (schema: Schema, names: readonly string[]) => Object.keys(schema).every((name) => names.includes(name));

/** The JSON Schema of rows; of two with the same name it has the last. */
export function schemaOf(rows: readonly ParameterRow[]): Schema {
  const required = rows.filter((row) => row.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(rows.map((row) => [row.name, propertyOf(row)])),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  };
}

function propertyOf({ type, options, description }: ParameterRow): Schema {
  return {
    type: type === 'enum' ? 'string' : type,
    ...(type === 'enum' && { enum: options }),
    ...(description !== '' && { description }),
  };
}

/** What vendors of models take as the name of an argument. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** By path, `2.name`. */
export function rowProblems(rows: readonly ParameterRow[]): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [index, { name, type, options }] of rows.entries()) {
    if (name === '') problems[`${index}.name`] = 'Fill this in.';
    else if (!NAME.test(name)) problems[`${index}.name`] = 'Letters, digits and _ only, for example order_id.';
    else if (rows.findIndex((row) => row.name === name) < index) problems[`${index}.name`] = 'Is there twice.';
    if (type === 'enum' && options.length === 0) problems[`${index}.options`] = 'Say what may be chosen.';
  }
  return problems;
}
