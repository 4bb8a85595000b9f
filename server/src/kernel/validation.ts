import type { z } from 'zod';
import { paramPath } from './param-path.ts';
import { RequestError } from './request-error.ts';

/** The values of a part of a request, or 400 with the first thing that is wrong with it. */
export function validated<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value, { reportInput: false });
  if (parsed.success) return parsed.data;
  throw requestErrorOf(parsed.error.issues[0]!, value);
}

function requestErrorOf(issue: z.core.$ZodIssue, value: unknown): RequestError {
  if (issue.code === 'unrecognized_keys') {
    const param = paramPath([...issue.path, issue.keys[0]!]);
    return new RequestError(
      'invalid_request',
      `${param} is not known here, or cannot be set. Check the spelling, or leave it out.`,
      {
        param,
      },
    );
  }
  if (issue.code === 'invalid_key') {
    const inner = issue.issues[0];
    const param = paramPath(issue.path);
    return new RequestError('invalid_request', `${param}: ${inner?.message ?? issue.message}`, { param });
  }
  const param = paramPath(issue.path);
  const missing = issue.code === 'invalid_type' && valueAt(value, issue.path) === undefined;
  const message = missing ? 'is required' : wordsOf(issue);
  return new RequestError('invalid_request', param === '' ? message : `${param}: ${message}`, { param });
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

/** What is wrong, for somebody who does not know the validator. Messages of the contract's own stay as they are. */
function wordsOf(issue: z.core.$ZodIssue): string {
  if (!/^(Invalid|Too)/.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? `of the type ${issue.expected}`}`;
    case 'too_small':
      return `must ${boundOf(issue.origin, 'at least', Number(issue.minimum))}`;
    case 'too_big':
      return `must ${boundOf(issue.origin, 'at most', Number(issue.maximum))}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`;
    default:
      return issue.message;
  }
}

function boundOf(origin: string, side: 'at least' | 'at most', bound: number): string {
  if (origin === 'string') return `have ${side} ${bound} characters`;
  if (origin === 'array' || origin === 'set') return `have ${side} ${bound} entries`;
  return `be ${side} ${bound}`;
}
