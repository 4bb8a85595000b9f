import { type Route, routes } from '@parley/contract';
import fc from 'fast-check';
import { type DocumentedOperation, operations } from './documented-operations.ts';
import type { Expectation, HttpRequest, KeyKind } from './fuzz-request.ts';
import { spoiling } from './hostile-bodies.ts';
import { hostileIds, strangePaths, validPath } from './hostile-targets.ts';
import { jsonText } from './json-text.ts';
import { hostileQuery, validQuery } from './queries.ts';
import { validValue } from './valid-values.ts';
import { paramOf, violation } from './violations.ts';

const jsonHeaders = { 'content-type': 'application/json' };
const withBody = operations.filter(({ body }) => body !== null);

function request(intent: string, method: string, target: string, more: Partial<HttpRequest> = {}): HttpRequest {
  const expectation: Expectation = { kind: 'any' };
  return { form: 'http', intent, method, target, headers: {}, key: 'full', body: null, expectation, ...more };
}

/** Made once for each operation: generators of whole bodies cost something. */
function anyOf(
  chosen: DocumentedOperation[],
  requests: (operation: DocumentedOperation) => fc.Arbitrary<HttpRequest>,
): fc.Arbitrary<HttpRequest> {
  return fc.oneof(...chosen.map(requests));
}

/** Anything at all may be in a file: whether there is text in it turns out later. */
const anyFile = (operation: DocumentedOperation): fc.Arbitrary<Partial<HttpRequest>> =>
  fc
    .tuple(fc.constantFrom(...operation.files), fc.oneof(fc.string({ minLength: 1 }), fc.uint8Array({ minLength: 1 })))
    .map(([type, file]) => ({ headers: { 'content-type': type }, body: Buffer.from(file as string) }));

function validBody(operation: DocumentedOperation): fc.Arbitrary<Record<string, unknown>> {
  return validValue(operation.body!.schema) as fc.Arbitrary<Record<string, unknown>>;
}

function bodyOf(value: unknown): Partial<HttpRequest> {
  return { headers: jsonHeaders, body: Buffer.from(jsonText(value)) };
}

const valid = anyOf(operations, (operation) => {
  const parts = fc.tuple(
    validPath(operation),
    validQuery(operation),
    operation.body ? validBody(operation) : fc.constant(null),
    fc.boolean(),
    operation.files.length > 0 ? anyFile(operation) : fc.constant({}),
  );
  return parts.map(([path, query, body, leavesOut, file]) => {
    const sent = body === null || (leavesOut && !operation.body?.required) ? file : bodyOf(body);
    return request(`valid ${operation.name}`, operation.method, path + query, {
      ...sent,
      expectation: { kind: 'accepted' },
    });
  });
});

const nearlyValid = anyOf(withBody, (operation) =>
  fc.tuple(validPath(operation), violation(operation.body!.schema)).map(([path, { value, path: wrong }]) => {
    const param = wrong.length === 0 ? undefined : paramOf(wrong);
    return request(`${operation.name}, wrong at ${param ?? 'its root'}`, operation.method, path, {
      ...bodyOf(value),
      expectation: { kind: 'refused', status: 400, param },
    });
  }),
);

const hostileBodies = anyOf(withBody, (operation) =>
  fc.tuple(validPath(operation), validBody(operation), spoiling).map(([path, value, spoil]) => {
    const { intent, bytes, contentType, contentEncoding, expectation } = spoil(value);
    return request(`${operation.name}: ${intent}`, operation.method, path, {
      headers: {
        ...(contentType === null ? {} : { 'content-type': contentType }),
        ...(contentEncoding === undefined ? {} : { 'content-encoding': contentEncoding }),
      },
      body: bytes,
      expectation,
    });
  }),
);

const bodyless = operations.filter(({ body }) => body === null);
const unwantedBodies = anyOf(bodyless, (operation) =>
  fc.tuple(validPath(operation), spoiling).map(([path, spoil]) => {
    const { intent, bytes, contentType } = spoil({ a: 1 });
    return request(`${operation.name} with a body: ${intent}`, operation.method, path, {
      headers: contentType === null ? {} : { 'content-type': contentType },
      body: bytes,
    });
  }),
);

const queries = anyOf(operations, (operation) =>
  fc
    .tuple(validPath(operation), hostileQuery(operation), operation.body ? validBody(operation) : fc.constant(null))
    .map(([path, { intent, text, expectation }, body]) =>
      request(`${operation.name}: ${intent}`, operation.method, path + text, {
        ...(body === null ? {} : bodyOf(body)),
        expectation,
      }),
    ),
);

const ids = hostileIds.map(({ intent, method, target, expectation }) =>
  request(intent, method, target, { expectation, ...(method === 'PATCH' ? bodyOf({}) : {}) }),
);

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'M-SEARCH'];
const paths = fc
  .tuple(fc.constantFrom(...methods), strangePaths)
  .map(([method, { intent, target, expectation }]) =>
    request(`${method} of ${intent}`, method, target, { expectation }),
  );

const oddMethods = anyOf(operations, (operation) =>
  fc
    .tuple(fc.constantFrom(...methods), validPath(operation))
    .map(([method, path]) => request(`${method} of ${operation.path}`, method, path)),
);

const wrongKeys = anyOf(operations, (operation) =>
  fc.tuple(validPath(operation), fc.constantFrom<KeyKind>('none', 'wrong'), fc.boolean()).map(([path, key, isBroken]) =>
    request(`${operation.name} with ${key === 'none' ? 'no' : 'a wrong'} key`, operation.method, path, {
      key,
      // A client without permission gets that error before any other.
      ...(isBroken && operation.body ? { headers: jsonHeaders, body: Buffer.from('{') } : {}),
      expectation: { kind: 'refused', status: 401 },
    }),
  ),
);

const restricted = anyOf(operations, (operation) =>
  validPath(operation).map((path) =>
    request(`${operation.name} with a key that may only read calls`, operation.method, path, {
      key: 'restricted',
      expectation:
        (routes as Record<string, Route>)[operation.name]!.permission === 'calls:read'
          ? { kind: 'accepted' }
          : { kind: 'refused', status: 403 },
    }),
  ),
);

const authorizations = [
  ...[
    'Bearer',
    'Bearer ',
    'bearer x',
    'Basic dXNlcjpwYXNz',
    'x',
    `Bearer ${'x'.repeat(257)}`,
    'Bearer a b',
    'Bearer \u00e9',
  ],
  ...['Bearer null', 'Bearer undefined', "Bearer ' or 1=1 --", 'Bearer\tx', `Bearer ${'x'.repeat(10_000)}`, 'Token x'],
];

const hostileHeaders = fc.oneof(
  fc.tuple(fc.constantFrom(...operations), fc.constantFrom(...authorizations)).map(([operation, authorization]) =>
    request(
      `${operation.name}, authorized as ${authorization.slice(0, 30)}`,
      operation.method,
      `/v1${operation.path}`,
      {
        headers: { authorization },
        key: 'none',
        expectation: { kind: 'refused', status: 401 },
      },
    ),
  ),
  fc
    .constantFrom<Record<string, string | string[]>>(
      { expect: 'the-unexpected' },
      { 'accept-version': '2.0.0' },
      { 'x-http-method-override': 'DELETE' },
      { 'x-request-id': 'mine\u00e9' },
      { host: 'evil.example:99999' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '::::' },
      { upgrade: 'websocket', connection: 'upgrade' },
      { 'accept-encoding': 'gzip, br;q=nonsense', accept: 'text/html' },
      { 'if-none-match': '*', 'if-modified-since': 'never' },
      { range: 'bytes=9-1' },
      { cookie: 'x=%; __proto__=1' },
      { 'x-many': Array.from({ length: 500 }, () => 'y') },
      { 'x-long': 'y'.repeat(14_000) },
      { origin: 'null', 'access-control-request-method': 'DELETE' },
    )
    .chain((headers) =>
      fc
        .constantFrom('/v1/calls', '/v1/agents', '/docs', '/v1/nothing', '/healthz')
        .map((target) => request(`headers ${Object.keys(headers)}`, 'GET', target, { headers })),
    ),
  fc
    .tuple(
      validBody(operations.find(({ name }) => name === 'placeCall')!),
      fc.constantFrom<string | string[]>(
        '',
        ' ',
        'x'.repeat(256),
        'a\tb',
        '\u00e9',
        ['a', 'b'],
        'k1',
        'k2',
        '"k"',
        '__proto__',
      ),
    )
    .map(([body, key]) =>
      request('placeCall with an Idempotency-Key', 'POST', '/v1/call', {
        headers: { ...jsonHeaders, 'idempotency-key': key },
        body: Buffer.from(jsonText(body)),
      }),
    ),
);

/** Requests that an HTTP client can send: valid, nearly valid and hostile. */
export const httpRequests: fc.Arbitrary<HttpRequest> = fc.oneof(
  { weight: 20, arbitrary: valid },
  { weight: 20, arbitrary: nearlyValid },
  { weight: 20, arbitrary: hostileBodies },
  { weight: 3, arbitrary: unwantedBodies },
  { weight: 12, arbitrary: queries },
  { weight: 6, arbitrary: ids },
  { weight: 4, arbitrary: paths },
  { weight: 3, arbitrary: oddMethods },
  { weight: 2, arbitrary: wrongKeys },
  { weight: 2, arbitrary: restricted },
  { weight: 4, arbitrary: hostileHeaders },
);
