import { z } from 'zod';
import { namedParam, paramPath } from './param-path.ts';
import { RequestError } from './request-error.ts';

type Issue = z.core.$ZodIssue;

/**
 * The values of a part of a request, or 400 with the first thing that is wrong with it. `firstIndex`: when its list holds
 * the entries of a longer one from there on.
 */
export function validated<Schema extends z.ZodType>(schema: Schema, value: unknown, firstIndex = 0): z.infer<Schema> {
  const parsed = schema.safeParse(value, { reportInput: false });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const { param, message } = faultOf(issues.find((issue) => !isBoundOfIntegers(issue)) ?? issues[0]!, {
    schema,
    value,
    issues,
    pathOf: (path) => path.map((part, level) => (level === 1 && typeof part === 'number' ? part + firstIndex : part)),
  });
  throw new RequestError('invalid_request', message, { param });
}

/** All that is wrong with a value, one fault for each place of it. */
export function faultsIn(schema: z.ZodType, value: unknown, issues: Issue[]): { param: string; message: string }[] {
  const faults = issues
    .filter((issue) => !isBoundOfIntegers(issue))
    .map((issue) => faultOf(issue, { schema, value, issues, pathOf: (path) => [...path] }));
  const first = new Map<string, { param: string; message: string }>();
  for (const fault of faults) if (!first.has(fault.param)) first.set(fault.param, fault);
  return [...first.values()];
}

/** The bounds of JavaScript's integers help no client, and such a value is beyond the field's own bounds as well. */
function isBoundOfIntegers(issue: Issue): boolean {
  return (issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'int';
}

interface Refused {
  schema: z.ZodType;
  value: unknown;
  issues: Issue[];
  /** Its path in the request, of which `value` may be a part. */
  pathOf(path: readonly PropertyKey[]): PropertyKey[];
}

function faultOf(issue: Issue, { schema, value, issues, pathOf }: Refused): { param: string; message: string } {
  const path = pathOf(issue.path);
  const said = (words: string) => ({
    param: paramPath(path),
    message: path.length === 0 ? words : `${namedParam(path)}: ${words}`,
  });
  switch (issue.code) {
    case 'unrecognized_keys': {
      const unknown = [...path, issue.keys[0]!];
      const words = isOwnWords(issue) ? issue.message : unknownIn(schema, value, issue.path);
      return { param: paramPath(unknown), message: `${namedParam(unknown)} ${words}` };
    }
    case 'invalid_key':
      return said(issue.issues[0]?.message ?? issue.message);
    case 'invalid_type': {
      const given = valueAt(value, issue.path);
      if (given !== undefined) return said(isOwnWords(issue) ? issue.message : wrongType(issue.expected, given));
      return said(`is required${misspelt(issue, issues, pathOf)}`);
    }
    default:
      return said(isOwnWords(issue) ? issue.message : wordsOf(issue));
  }
}

/** A name that is missing where another is not known has probably been misspelt. */
function misspelt(missing: Issue, issues: Issue[], pathOf: Refused['pathOf']): string {
  const parent = paramPath(missing.path.slice(0, -1));
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys' || paramPath(issue.path) !== parent) continue;
    if (issue.keys[0]!.trim() === '') continue;
    return `, and ${paramPath([...pathOf(issue.path), issue.keys[0]!])} is not known here`;
  }
  return '';
}

function unknownIn(schema: z.ZodType, value: unknown, path: readonly PropertyKey[]): string {
  return `is not known here, or cannot be set. What can be given: ${namesAt(schema, value, path).join(', ')}.`;
}

/** The names of the object at this place. */
function namesAt(schema: z.ZodType, value: unknown, path: readonly PropertyKey[]): string[] {
  const found = path.reduce<unknown>((outer, key, depth) => {
    const at = unwrapped(outer, valueAt(value, path.slice(0, depth)));
    if (at instanceof z.ZodArray) return at.element;
    return at instanceof z.ZodObject ? at.shape[key as string] : undefined;
  }, schema);
  const object = unwrapped(found, valueAt(value, path));
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

/** `value`: the value at this place, whose discriminator selects the kind of a union. */
function unwrapped(schema: unknown, value: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapped(schema.unwrap(), value);
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return schema;
  const kind = valueAt(value, [schema.def.discriminator]);
  return schema.options.find(
    (option) =>
      option instanceof z.ZodObject &&
      (option.shape[schema.def.discriminator] as z.ZodType | undefined)?.safeParse(kind).success === true,
  );
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}

const typeNames: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function wrongType(expected: string, given: unknown): string {
  const wanted = typeNames[expected] ?? `of the type ${expected}`;
  if (given === null) return `must be ${wanted}, not null`;
  if (typeof given === 'number' && !Number.isFinite(given)) return given > 0 ? 'is too large' : 'is too small';
  if (typeof given === 'number' && expected === 'int') return `must be ${wanted}`;
  return `must be ${wanted}, not ${typeof given === 'boolean' ? given : typeNames[Array.isArray(given) ? 'array' : typeof given]}`;
}

/** Messages of the contract's own stay as they are. */
function isOwnWords(issue: Issue): boolean {
  return !/^(Invalid|Too|Unrecognized)/.test(issue.message);
}

/** What is wrong, for a reader who does not know the validator. */
function wordsOf(issue: Issue): string {
  switch (issue.code) {
    case 'too_small':
      return boundOf(issue.origin, 'at least', Number(issue.minimum));
    case 'too_big':
      return boundOf(issue.origin, 'at most', Number(issue.maximum));
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`;
    default:
      return issue.message;
  }
}

function boundOf(origin: string, side: 'at least' | 'at most', bound: number): string {
  const unit = { string: ' characters', array: ' entries', set: ' entries' }[origin];
  if (unit === undefined) return `must be ${side} ${bound}`;
  return side === 'at least' && bound === 1 ? 'must not be empty' : `must have ${side} ${bound}${unit}`;
}
