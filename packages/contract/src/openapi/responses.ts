import { ErrorBody, type ErrorCode, errorStatus } from '../error.ts';
import type { Route } from '../routes.ts';
import type { Header, JsonSchema, Reference, Response } from './document-types.ts';
import { commonErrors, type ErrorCase, type RouteDocumentation } from './documentation/route-documentation.ts';
import type { SchemaComponents } from './schema-components.ts';

const integer = (description: string, minimum: number): Header => ({
  description,
  schema: { type: 'integer', minimum },
});
const text = (description: string, schema: JsonSchema = {}): Header => ({
  description,
  schema: { type: 'string', ...schema },
});

export const headers: Record<string, Header> = {
  'x-request-id': text('Name of this request; state it when you report a problem.'),
  'RateLimit-Limit': integer(
    'What is permitted in a minute: calls of the account at POST /call, requests of the key elsewhere.',
    0,
  ),
  'RateLimit-Remaining': integer('How much of it is left now.', 0),
  'RateLimit-Reset': integer('Seconds until there is more of it.', 0),
  'Retry-After': integer('Seconds to wait before the same request is sent again.', 1),
  'WWW-Authenticate': text('How to authenticate.', { const: 'Bearer' }),
  Location: text('Address of what was created.', { format: 'uri' }),
  'Idempotent-Replayed': text('Present when the response is the stored one of an earlier request with the same key.', {
    const: 'true',
  }),
};

const onEveryAnswer = ['x-request-id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

function headersOf(names: string[]): Record<string, Reference> {
  const reference = (name: string) => [name, { $ref: `#/components/headers/${name}` }];
  return Object.fromEntries([...onEveryAnswer, ...names].map(reference));
}

export function successResponses(
  route: Route,
  documentation: RouteDocumentation,
  schema: JsonSchema | undefined,
): [string, Response][] {
  const { status, statusIfPresent } = route.success;
  const description = { 200: 'Done.', 201: 'Created.', 204: 'Done; there is no body.' }[status];
  const response = (words: string): Response => ({
    description: words,
    headers: headersOf(documentation.responseHeaders ?? []),
    ...(schema === undefined ? {} : { content: { ...main(schema), ...csv } }),
    // A file that is no text has no schema (OpenAPI 3.1, 4.8.14.2).
    ...(route.file && { content: { [route.file.type]: { schema: { description: route.file.description } } } }),
  });
  const main = (object: JsonSchema) => ({
    [route.isStream ? 'text/event-stream' : 'application/json']: { schema: object, example: documentation.response },
  });
  const csv = route.csv && {
    'text/csv': { schema: { type: 'string', description: route.csv }, example: documentation.csv },
  };
  return [
    [String(status), response(description)],
    ...(statusIfPresent === undefined
      ? []
      : [[String(statusIfPresent), response('It was there already, and stays as it is.')] as [string, Response]]),
  ];
}

/** Codes that every endpoint may respond with, whatever it does. */
const everywhere: ErrorCode[] = ['invalid_request', 'unauthorized', 'forbidden', 'rate_limited', 'server_error'];

/** Of these, the ones that mean the same everywhere. */
const shared = ['unauthorized', 'forbidden', 'rate_limited', 'server_error'] as const satisfies ErrorCode[];

const ownHeaders: Partial<Record<ErrorCode, string[]>> = {
  unauthorized: ['WWW-Authenticate'],
  rate_limited: ['Retry-After'],
};

export function commonResponses(components: SchemaComponents): Record<string, Response> {
  return Object.fromEntries(shared.map((code) => [code, errorResponse(code, [commonErrors[code]], components)]));
}

export function errorResponses(
  route: Route,
  documentation: RouteDocumentation,
  components: SchemaComponents,
): [string, Response | Reference][] {
  return [...new Set([...everywhere, ...route.errors])]
    .sort((a, b) => errorStatus[a] - errorStatus[b])
    .map((code) => {
      const cases = documentation.errors[code];
      const isShared = !cases && shared.some((other) => other === code);
      return [
        String(errorStatus[code]),
        isShared
          ? { $ref: `#/components/responses/${code}` }
          : errorResponse(code, cases ?? [commonErrors[code]], components),
      ];
    });
}

function errorResponse(code: ErrorCode, cases: ErrorCase[], components: SchemaComponents): Response {
  return {
    description: cases.map(({ when }) => when).join(' '),
    headers: headersOf(ownHeaders[code] ?? []),
    content: { 'application/json': { schema: components.add(ErrorBody), examples: examplesOf(code, cases) } },
  };
}

function examplesOf(code: ErrorCode, cases: ErrorCase[]) {
  return Object.fromEntries(
    cases.map(({ when, fix, message, param }, index) => [
      cases.length === 1 ? code : `${code}_${index + 1}`,
      {
        summary: when,
        description: fix,
        value: { error: { code, message, ...(param === undefined ? {} : { param }) } },
      },
    ]),
  );
}
