import fc from 'fast-check';
import type { RawRequest } from './fuzz-request.ts';

/** A placeholder for a valid key, in bytes. */
export const KEY_PLACEHOLDER = '~KEY~';

const AUTHORIZED = `Host: x\r\nAuthorization: Bearer ${KEY_PLACEHOLDER}\r\n`;
const JSON_TYPE = 'Content-Type: application/json\r\n';
const get = (path = '/v1/calls?limit=1', version = '1.1') => `GET ${path} HTTP/${version}\r\n${AUTHORIZED}\r\n`;
const post = (headers: string, body: string) =>
  `POST /v1/call HTTP/1.1\r\n${AUTHORIZED}${JSON_TYPE}${headers}\r\n${body}`;

/** How many answers a client may rely on: at least these come. */
type Case = [intent: string, bytes: string | Buffer, answers: number];

const lengths: Case[] = [
  ['a Content-Length below zero', post('Content-Length: -1\r\n', '{}'), 1],
  ['a Content-Length that is no number', post('Content-Length: two\r\n', '{}'), 1],
  ['a hexadecimal Content-Length', post('Content-Length: 0x2\r\n', '{}'), 1],
  ['an endless Content-Length', post(`Content-Length: ${'9'.repeat(40)}\r\n`, '{}'), 1],
  ['two Content-Lengths', post('Content-Length: 2\r\nContent-Length: 3\r\n', '{} '), 1],
  ['a list of Content-Lengths', post('Content-Length: 2, 2\r\n', '{}'), 1],
  ['a Content-Length that is too great', post('Content-Length: 50\r\n', '{}'), 0],
  ['a Content-Length beyond what is read', post('Content-Length: 99999999\r\n', '{}'), 1],
  ['a Content-Length that is too small', post('Content-Length: 1\r\n', '{}'), 1],
  ['a body that no header announces', post('', '{}'), 1],
];

const chunked = (body: string) => post('Transfer-Encoding: chunked\r\n', body);
const chunks: Case[] = [
  ['chunks', chunked('1\r\n{\r\n1\r\n}\r\n0\r\n\r\n'), 1],
  ['chunks with extensions and trailers', chunked('2;a=b\r\n{}\r\n0\r\nX: y\r\n\r\n'), 1],
  ['a chunk size that is no number', chunked('zz\r\n{}\r\n0\r\n\r\n'), 1],
  ['a chunk size below zero', chunked('-2\r\n{}\r\n0\r\n\r\n'), 1],
  ['an endless chunk size', chunked(`${'f'.repeat(30)}\r\n{}\r\n0\r\n\r\n`), 1],
  ['a chunk longer than its size', chunked('1\r\n{}\r\n0\r\n\r\n'), 1],
  ['a chunk that never ends', chunked('5\r\n{'), 0],
  ['no last chunk', chunked('2\r\n{}\r\n'), 0],
  ['a trailer that is none', chunked('2\r\n{}\r\n0\r\n\0\r\n\r\n'), 0],
  ['both length and chunks', post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'), 1],
  ['chunks twice', post('Transfer-Encoding: chunked, chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'), 1],
  ['an unknown transfer encoding', post('Transfer-Encoding: gzip\r\n', '{}'), 1],
  ['chunks in disguise', post('Transfer-Encoding : chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'), 1],
  [
    'chunks of 1.0',
    `POST /v1/call HTTP/1.0\r\n${AUTHORIZED}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    1,
  ],
];

const requestLines: Case[] = [
  ['HTTP/1.0', get('/v1/calls', '1.0'), 1],
  ['HTTP/1.0 without a host', `GET /v1/calls HTTP/1.0\r\nAuthorization: Bearer ${KEY_PLACEHOLDER}\r\n\r\n`, 1],
  ['HTTP/0.9', 'GET /v1/calls\r\n\r\n', 1],
  ['HTTP/9.9', get('/v1/calls', '9.9'), 1],
  ['HTTP/2.0', get('/v1/calls', '2.0'), 1],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 1],
  ['no host', 'GET /v1/calls HTTP/1.1\r\n\r\n', 1],
  ['two hosts', 'GET /v1/calls HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 1],
  ['an empty host', 'GET /v1/calls HTTP/1.1\r\nHost:\r\n\r\n', 1],
  ['a whole address as the target', get('http://x/v1/calls'), 1],
  ['an address of another kind as the target', get('ftp://x/v1/calls'), 1],
  ['a target without a slash', get('v1/calls'), 1],
  ['a star as the target', `OPTIONS * HTTP/1.1\r\n${AUTHORIZED}\r\n`, 1],
  ['CONNECT', `CONNECT x:443 HTTP/1.1\r\n${AUTHORIZED}\r\n`, 1],
  [
    'an upgrade',
    `GET /v1/calls HTTP/1.1\r\n${AUTHORIZED}Connection: upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n`,
    1,
  ],
  ['an unknown method', `BREW /v1/calls HTTP/1.1\r\n${AUTHORIZED}\r\n`, 1],
  ['a method in lower case', `get /v1/calls HTTP/1.1\r\n${AUTHORIZED}\r\n`, 1],
  ['a method that others know', `PROPFIND /v1/calls HTTP/1.1\r\n${AUTHORIZED}\r\n`, 1],
  ['NUL in the path', get('/v1/calls\0'), 1],
  ['bytes above 127 in the path', Buffer.from(get('/v1/calls/\xff\xc0'), 'latin1'), 1],
  ['a path of 20 KB', get(`/v1/calls/${'x'.repeat(20_000)}`), 0],
  ['a path of 15 KB', get(`/v1/calls/${'x'.repeat(15_000)}`), 1],
  ['a hash in the path', get('/v1/calls#x'), 1],
];

const headerLines: Case[] = [
  ['bare line feeds', get().replaceAll('\r\n', '\n'), 1],
  ['bare carriage returns', get().replaceAll('\r\n', '\r'), 1],
  ['a folded header', `GET /v1/calls HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n`, 1],
  ['a space before the colon', 'GET /v1/calls HTTP/1.1\r\nHost : x\r\n\r\n', 1],
  ['a header without a colon', 'GET /v1/calls HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n', 1],
  ['a header without a name', 'GET /v1/calls HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 1],
  ['NUL in a header', 'GET /v1/calls HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n', 1],
  ['a header of 20 KB', `GET /v1/calls HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 0],
  ['3000 headers', `GET /v1/calls HTTP/1.1\r\n${'X: y\r\n'.repeat(2000)}Host: x\r\n\r\n`, 1],
  ['two authorizations', `GET /v1/calls HTTP/1.1\r\n${AUTHORIZED}Authorization: Bearer x\r\n\r\n`, 1],
  ['an unknown expectation', post('Expect: 200-ok\r\nContent-Length: 2\r\n', '{}'), 1],
  ['two content types', post(`Content-Type: text/plain\r\nContent-Length: 2\r\n`, '{}'), 1],
  ['headers that never end', `GET /v1/calls HTTP/1.1\r\nHost: x\r\nX: y`, 0],
];

const noHttp: Case[] = [
  ['a greeting of TLS', Buffer.from('160301020001000001fc0303', 'hex'), 0],
  ['SIP', 'OPTIONS sip:x@y SIP/2.0\r\nVia: SIP/2.0/TCP x\r\n\r\n', 0],
  ['empty lines', '\r\n'.repeat(50), 0],
  ['empty lines before a request', `\r\n\r\n${get()}`, 1],
  ['nothing', '', 0],
];

const asBytes = (bytes: string | Buffer) => (typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
const unitInterval = fc.double({ min: 0, max: 1, noNaN: true });
const fewCuts = fc.array(unitInterval, { maxLength: 6 });

const known = fc
  .tuple(fc.constantFrom(...lengths, ...chunks, ...requestLines, ...headerLines, ...noHttp), fewCuts)
  .map(
    ([[intent, bytes, answers], cuts]): RawRequest => ({ form: 'raw', intent, bytes: asBytes(bytes), cuts, answers }),
  );

const body = '{"agent_id":"x","recipient_phone":"+12025550102"}';
const wholePost = post(`Content-Length: ${body.length}\r\n`, body);

const manyWrites = fc
  .tuple(
    fc.constantFrom(get(), wholePost, chunked('1\r\n{\r\n1\r\n}\r\n0\r\n\r\n')),
    fc.array(unitInterval, { minLength: 30, maxLength: 120 }),
  )
  .map(
    ([text, cuts]): RawRequest => ({
      form: 'raw',
      intent: 'many small writes',
      bytes: asBytes(text),
      cuts,
      answers: 1,
    }),
  );

const pipelined = fc
  .tuple(
    fc.array(fc.constantFrom(get(), get('/healthz'), get('/v1/nothing'), wholePost, get('/v1/agents')), {
      minLength: 2,
      maxLength: 12,
    }),
    fewCuts,
  )
  .map(
    ([texts, cuts]): RawRequest => ({
      form: 'raw',
      intent: 'pipelined requests',
      bytes: asBytes(texts.join('')),
      cuts,
      answers: texts.length,
    }),
  );

const truncated = fc.tuple(fc.constantFrom(get(), wholePost), unitInterval).map(
  ([text, at]): RawRequest => ({
    form: 'raw',
    intent: 'a request that breaks off',
    bytes: asBytes(text).subarray(0, Math.floor(at * text.length)),
    cuts: [],
    answers: 0,
  }),
);

const changed = fc
  .tuple(
    fc.constantFrom(get(), wholePost, chunked('2\r\n{}\r\n0\r\n\r\n')),
    fc.array(fc.tuple(unitInterval, fc.nat(255)), { minLength: 1, maxLength: 4 }),
    fewCuts,
  )
  .map(([text, changes, cuts]): RawRequest => {
    const bytes = asBytes(text);
    for (const [at, byte] of changes) bytes[Math.floor(at * (bytes.length - 1))] = byte;
    return { form: 'raw', intent: 'changed bytes', bytes, cuts, answers: 0 };
  });

const noise = fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 600 }), fewCuts).map(
  ([bytes, cuts]): RawRequest => ({
    form: 'raw',
    intent: 'random bytes',
    bytes: Buffer.from(bytes),
    cuts,
    answers: 0,
  }),
);

/** Bytes that no HTTP client would send, or not in this way. */
export const rawRequests: fc.Arbitrary<RawRequest> = fc.oneof(
  { weight: 8, arbitrary: known },
  { weight: 2, arbitrary: manyWrites },
  { weight: 2, arbitrary: pipelined },
  { weight: 2, arbitrary: truncated },
  { weight: 3, arbitrary: changed },
  { weight: 2, arbitrary: noise },
);
