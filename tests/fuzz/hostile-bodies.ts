import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Expectation } from './fuzz-request.ts';
import { jsonText, verbatim } from './json-text.ts';

interface HostileBody {
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

/** Makes a hostile body of one with the right shape. */
type Spoiling = (value: Record<string, unknown>) => HostileBody;

/** A place in something long: 0 is its begin, 1 its end. */
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const truncated = place.map((at): Spoiling => {
  return (value) => {
    const json = jsonText(value);
    return hostile('truncated JSON', json.slice(0, 1 + Math.floor(at * (json.length - 1))), refused);
  };
});

const somethingBehind = fc.constantFrom(' x', '\0', ',', '}', '{}', '//', '\u00a0', '/* */', ';').map(
  (rest): Spoiling =>
    (value) =>
      hostile('JSON and something behind it', jsonText(value) + rest, refused),
);

const whiteSpace = fc.constantFrom(' ', '\n', '\r\n\t ').map(
  (space): Spoiling =>
    (value) =>
      hostile('white space around', space + jsonText(value) + space, any),
);

const noJson = fc
  .constantFrom("{'a':1}", '{a:1}', '{"a":01}', '{"a":+1}', '{"a":NaN}', '{"a":.5}', '{"a":1,}', '{"a":"\t"}', '\\')
  .map(
    (text): Spoiling =>
      () =>
        hostile('what JSON is not', text, refused),
  );

const invalidUtf8 = fc
  .constantFrom('ff', 'c0af', 'eda080', 'f5808080', 'c3', 'e28228', 'f4908080')
  .map((hex): Spoiling => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(hex, 'hex'), Buffer.from('"}')]);
    return () => hostile('invalid UTF-8', bytes, refused);
  });

const utf16 = (json: string) => Buffer.from(json, 'utf16le');
const withMark = (hex: string, bytes: Buffer) => Buffer.concat([Buffer.from(hex, 'hex'), bytes]);
const encodings: ((json: string) => HostileBody)[] = [
  (json) => hostile('UTF-16, little end first', utf16(json), refused, 'application/json; charset=utf-16le'),
  (json) => hostile('UTF-16, big end first', utf16(json).swap16(), refused),
  (json) => hostile('UTF-16 with a mark', withMark('fffe', utf16(json)), refused),
  (json) => hostile('UTF-8 with a mark', withMark('efbbbf', Buffer.from(json)), any),
  (json) => hostile('compressed without saying so', gzipSync(json), refused),
  (json) => ({ ...hostile('compressed', gzipSync(json), refused), contentEncoding: 'gzip' }),
  (json) => ({ ...hostile('not compressed, though it says so', json, any), contentEncoding: 'br' }),
];
const otherEncoding = fc.constantFrom(...encodings).map(
  (encode): Spoiling =>
    (value) =>
      encode(jsonText(value)),
);

const noise = fc.uint8Array({ minLength: 1, maxLength: 200 }).map(
  (bytes): Spoiling =>
    () =>
      hostile('random bytes', Buffer.from(bytes), any),
);

const wrongTypes = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/xml', 'json', ';', '*/*'],
  ...['application/jsonp', 'application/json/x', 'application/', '/', 'x'.repeat(5000), 'a/b;'.repeat(500), null],
];
const otherContentType = fc.constantFrom(...wrongTypes).map(
  (type): Spoiling =>
    (value) =>
      hostile(`content type ${type}`, jsonText(value), refused, type),
);
const oddContentType = fc
  .constantFrom('application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;;', 'application/json ; a="')
  .map(
    (type): Spoiling =>
      (value) =>
        hostile(`content type ${type}`, jsonText(value), any, type),
  );

const deep = (open: string, close: string) => verbatim(`${open.repeat(10_000)}1${close.repeat(10_000)}`);

/** Text that cannot be stored, numbers that are none, nesting without end, and what reaches a prototype. */
const hostileValue = fc.constantFrom<unknown>(
  ...['\0', 'a\0b', '\ud83d', '\udc4d', '\ud83dx', 'x'.repeat(500_000)],
  ...['1e400', '-1e400', '-0', '9007199254740993', '1e-400', '0e99999', '1'.repeat(2000)].map(verbatim),
  ...[deep('[', ']'), deep('{"a":', '}')],
  ...['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '{"a":1,"a":{}}'].map(verbatim),
);

/** The members of an object in JSON, with one more before them. */
function withMember(name: string, member: unknown, value: Record<string, unknown>): string {
  const rest = jsonText(value).slice(1);
  return `{${JSON.stringify(name)}:${jsonText(member)}${rest === '}' ? '' : ','}${rest}`;
}

const hostileNames = ['__proto__', 'constructor', 'x\0', '\ud83d', '', 'toJSON', '0', 'x'.repeat(100_000)];
/** A field that no object has, with a name or a value that hurts. */
const hostileField = fc.tuple(fc.constantFrom(...hostileNames), hostileValue).map(([name, inner]): Spoiling => {
  const intent = `the field ${JSON.stringify(name.slice(0, 20))}`;
  return (value) => hostile(intent, withMember(name, inner, value), refused);
});

/** One value, somewhere inside, is exchanged for one that hurts. */
const hostileLeaf = fc.tuple(place, hostileValue).map(([at, inner]): Spoiling => {
  const isUnstorable = typeof inner === 'string' && (!inner.isWellFormed() || inner.includes('\0'));
  return (value) => {
    const places = placesIn(value);
    const chosen = places[Math.floor(at * places.length)] ?? ['x'];
    const changed = structuredClone(value);
    const holder = chosen.slice(0, -1).reduce<any>((object, key) => object[key], changed);
    holder[chosen.at(-1)!] = inner;
    return hostile(`a hostile ${chosen.join('.')}`, jsonText(changed), isUnstorable ? refused : any);
  };
});

function placesIn(value: unknown, at: (string | number)[] = []): (string | number)[][] {
  const here = at.length === 0 ? [] : [at];
  if (typeof value !== 'object' || value === null) return here;
  const inner = Object.entries(value).flatMap(([key, child]) =>
    placesIn(child, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return [...here, ...inner];
}

const flippedBytes = fc.array(fc.tuple(place, fc.nat(255)), { minLength: 1, maxLength: 3 }).map((flips): Spoiling => {
  return (value) => {
    const bytes = Buffer.from(jsonText(value));
    for (const [at, byte] of flips) bytes[Math.floor(at * bytes.length)] = byte;
    return hostile('changed bytes', bytes, any);
  };
});

const roots = ['null', 'true', '5', '-0', '"x"', '[]', '[{}]', '1e400', '"\\u0000"', '"{}"'];
const otherRoot = fc.constantFrom(...roots).map(
  (text): Spoiling =>
    () =>
      hostile('a body that is no object', text, refused),
);

const fieldTwice = fc.tuple(place, fc.jsonValue({ maxDepth: 1 })).map(([at, first]): Spoiling => {
  return (value) => {
    const names = Object.keys(value);
    const name = names[Math.floor(at * names.length)];
    if (name === undefined) return hostile('an unknown field twice', '{"a":1,"a":1}', refused);
    return hostile('a field twice', withMember(name, first, value), any);
  };
});

/** What can be done to a body. */
export const spoiling: fc.Arbitrary<Spoiling> = fc.oneof(
  { weight: 2, arbitrary: truncated },
  { weight: 1, arbitrary: somethingBehind },
  { weight: 1, arbitrary: whiteSpace },
  { weight: 1, arbitrary: noJson },
  { weight: 1, arbitrary: invalidUtf8 },
  { weight: 2, arbitrary: otherEncoding },
  { weight: 1, arbitrary: noise },
  { weight: 2, arbitrary: otherContentType },
  { weight: 1, arbitrary: oddContentType },
  { weight: 3, arbitrary: hostileField },
  { weight: 4, arbitrary: hostileLeaf },
  { weight: 3, arbitrary: flippedBytes },
  { weight: 1, arbitrary: otherRoot },
  { weight: 1, arbitrary: fieldTwice },
);
