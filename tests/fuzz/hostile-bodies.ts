import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Expectation } from './fuzz-request.ts';
import { jsonText, verbatim } from './json-text.ts';

export interface HostileBody {
  intent: string;
  bytes: Buffer;
  contentType: string | null;
  expectation: Expectation;
  /** The body says in its headers that it is compressed. */
  contentEncoding?: string;
}

const refused: Expectation = { kind: 'refused', status: 400 };
const any: Expectation = { kind: 'any' };
const JSON_TYPE = 'application/json';

function hostile(
  intent: string,
  bytes: string | Buffer,
  expectation: Expectation,
  contentType: string | null = JSON_TYPE,
) {
  return { intent, bytes: Buffer.from(bytes), contentType, expectation };
}

/** Bodies that are made from one with the right shape. */
export function hostileBody(value: Record<string, unknown>): fc.Arbitrary<HostileBody> {
  const json = jsonText(value);
  return fc.oneof(
    { weight: 3, arbitrary: brokenText(json) },
    { weight: 2, arbitrary: otherEncoding(json) },
    { weight: 2, arbitrary: otherContentType(json) },
    { weight: 3, arbitrary: hostileField(value) },
    { weight: 3, arbitrary: hostileLeaf(value) },
    { weight: 2, arbitrary: flippedBytes(json) },
    { weight: 1, arbitrary: otherRoot(json) },
    { weight: 1, arbitrary: duplicateKeys(value) },
  );
}

function brokenText(json: string): fc.Arbitrary<HostileBody> {
  const truncated = fc
    .integer({ min: 1, max: json.length - 1 })
    .map((length) => hostile('truncated JSON', json.slice(0, length), refused));
  const tail = fc
    .constantFrom(' x', '\0', ',', '}', json, '//', '\u00a0', '/* */', ';')
    .map((rest) => hostile('JSON and something behind it', json + rest, refused));
  const notJson = fc
    .constantFrom("{'a':1}", '{a:1}', '{"a":01}', '{"a":+1}', '{"a":NaN}', '{"a":.5}', '{"a":1,}', '{"a":"\t"}', '\\')
    .map((text) => hostile('what JSON is not', text, refused));
  const space = fc
    .constantFrom(' ', '\n', '\r\n\t ')
    .map((before) => hostile('JSON between white space', before + json + before, { kind: 'any' }));
  return fc.oneof(truncated, tail, notJson, space);
}

function otherEncoding(json: string): fc.Arbitrary<HostileBody> {
  const bytes = Buffer.from(json);
  const utf16 = Buffer.from(json, 'utf16le');
  const notUtf8 = ['ff', 'c0af', 'eda080', 'f5808080', 'c3', 'e28228', 'f4908080'].map((hex) =>
    Buffer.from(hex, 'hex'),
  );
  return fc.oneof(
    fc.constantFrom(...notUtf8).map((wrong) => {
      const text = Buffer.concat([Buffer.from('{"a":"'), wrong, Buffer.from('"}')]);
      return hostile('invalid UTF-8', text, refused);
    }),
    fc.constantFrom(
      hostile('UTF-16, little end first', utf16, refused, 'application/json; charset=utf-16le'),
      hostile('UTF-16, big end first', Buffer.from(utf16).swap16(), refused),
      hostile('UTF-16 with a mark', Buffer.concat([Buffer.from('fffe', 'hex'), utf16]), refused),
      hostile('UTF-8 with a mark', Buffer.concat([Buffer.from('efbbbf', 'hex'), bytes]), any),
      hostile('compressed without saying so', gzipSync(bytes), refused),
      { ...hostile('compressed', gzipSync(bytes), refused), contentEncoding: 'gzip' },
      { ...hostile('not compressed, though it says so', bytes, any), contentEncoding: 'br' },
    ),
    fc.uint8Array({ minLength: 1, maxLength: 200 }).map((noise) => hostile('random bytes', Buffer.from(noise), any)),
  );
}

function otherContentType(json: string): fc.Arbitrary<HostileBody> {
  const wrong = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/xml',
    'json',
    ';',
  ];
  const odd = [
    'application/jsonp',
    'application/json/x',
    'application/',
    '/',
    'x'.repeat(5000),
    'a/b;'.repeat(500),
    '*/*',
  ];
  const right = ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;;', 'application/json ; a="'];
  return fc.oneof(
    fc.constantFrom(...wrong, ...odd, null).map((type) => hostile(`content type ${type}`, json, refused, type)),
    fc.constantFrom(...right).map((type) => hostile(`content type ${type}`, json, any, type)),
  );
}

/** A field that no object has, with a name or a value that hurts. */
function hostileField(value: Record<string, unknown>): fc.Arbitrary<HostileBody> {
  const names = fc.constantFrom('__proto__', 'constructor', 'x\0', '\ud83d', '', 'toJSON', '0', 'x'.repeat(100_000));
  return fc.tuple(names, hostileValue).map(([name, inner]) => {
    const rest = jsonText(value).slice(1);
    const separator = rest === '}' ? '' : ',';
    return hostile(
      `the field ${JSON.stringify(name.slice(0, 20))}`,
      `{${JSON.stringify(name)}:${jsonText(inner)}${separator}${rest}`,
      refused,
    );
  });
}

const deep = (open: string, close: string) => verbatim(`${open.repeat(10_000)}1${close.repeat(10_000)}`);

/** Text that cannot be stored, numbers that are none, nesting without end, and what reaches a prototype. */
const hostileValue = fc.constantFrom<unknown>(
  ...['\0', 'a\0b', '\ud83d', '\udc4d', '\ud83dx', 'x'.repeat(500_000)],
  ...['1e400', '-1e400', '-0', '9007199254740993', '1e-400', '0e99999', '1'.repeat(2000)].map(verbatim),
  ...[deep('[', ']'), deep('{"a":', '}')],
  ...['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '{"a":1,"a":{}}'].map(verbatim),
);

/** One value, somewhere inside, is exchanged for one that hurts. */
function hostileLeaf(value: Record<string, unknown>): fc.Arbitrary<HostileBody> {
  const places = placesIn(value);
  if (places.length === 0) return hostileField(value);
  return fc.tuple(fc.constantFrom(...places), hostileValue).map(([place, inner]) => {
    const changed = structuredClone(value);
    const name = place.at(-1)!;
    const holder = place.slice(0, -1).reduce<any>((object, key) => object[key], changed);
    holder[name] = inner;
    const unstorable = typeof inner === 'string' && (!inner.isWellFormed() || inner.includes('\0'));
    return hostile(`a hostile ${place.join('.')}`, jsonText(changed), unstorable ? refused : any);
  });
}

function placesIn(value: unknown, at: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return at.length === 0 ? [] : [at];
  const inner = Object.entries(value).flatMap(([key, child]) =>
    placesIn(child, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return at.length === 0 ? inner : [at, ...inner];
}

function flippedBytes(json: string): fc.Arbitrary<HostileBody> {
  const flips = fc.array(fc.tuple(fc.nat(json.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 });
  return flips.map((changes) => {
    const bytes = Buffer.from(json);
    for (const [at, byte] of changes) bytes[at] = byte;
    return hostile('changed bytes', bytes, any);
  });
}

function otherRoot(json: string): fc.Arbitrary<HostileBody> {
  const roots = ['null', 'true', '5', '-0', '"x"', '[]', `[${json}]`, '1e400', '"\\u0000"', JSON.stringify(json)];
  return fc.constantFrom(...roots).map((text) => hostile('a body that is no object', text, refused));
}

function duplicateKeys(value: Record<string, unknown>): fc.Arbitrary<HostileBody> {
  const json = jsonText(value);
  const names = Object.keys(value);
  if (names.length === 0) return fc.constant(hostile('an unknown field, twice', '{"a":1,"a":1}', refused));
  return fc
    .tuple(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 1 }))
    .map(([name, first]) =>
      hostile('a field twice', `{${JSON.stringify(name)}:${jsonText(first)},${json.slice(1)}`, any),
    );
}
