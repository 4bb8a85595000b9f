import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../testing/seeded-random.ts';
import { SipHeaders } from './headers.ts';
import { type SipMessage, SipRequest, SipResponse } from './message.ts';
import { parseMessage } from './parse-message.ts';
import { serializeMessage } from './serialize-message.ts';

const HEAD = [
  'INVITE sip:+12025550101@192.0.2.1 SIP/2.0',
  'Via: SIP/2.0/UDP 192.0.2.9:5060;branch=z9hG4bK1;rport',
  'From: "Ann, \\"the\\" one" <sip:ann@192.0.2.9>;tag=a1',
  'To: <sip:+12025550101@192.0.2.1>',
  'Call-ID: c1@192.0.2.9',
  'CSeq: 1 INVITE',
  'Max-Forwards: 70',
];

function bytes(lines: readonly string[], body = ''): Buffer {
  return Buffer.from([...lines, '', body].join('\r\n'));
}

/** The sample with the header of the same name replaced, or the start line. */
function withLine(line: string): Buffer {
  const name = line.split(':', 1)[0];
  const at = name?.includes(' ') ? 0 : HEAD.findIndex((present) => present.startsWith(`${name}:`));
  return bytes(at < 0 ? [...HEAD, line] : HEAD.with(at, line));
}

function parsed(data: Buffer): SipMessage {
  const result = parseMessage(data);
  if (result.kind !== 'message') throw new Error(JSON.stringify(result));
  return result.message;
}

describe('parsing a well-formed message', () => {
  it('reads a request', () => {
    const request = parsed(bytes([...HEAD, 'Content-Type: application/sdp', 'Content-Length: 4'], 'v=0\nbehind'));
    expect(request).toMatchObject({ kind: 'request', method: 'INVITE', uri: 'sip:+12025550101@192.0.2.1' });
    expect(request.from).toMatchObject({ displayName: 'Ann, "the" one', uri: 'sip:ann@192.0.2.9' });
    expect(request).toMatchObject({ fromTag: 'a1', toTag: null, callId: 'c1@192.0.2.9' });
    expect(request.cseq).toEqual({ number: 1, method: 'INVITE' });
    expect(request.topVia).toMatchObject({ transport: 'UDP', host: '192.0.2.9', port: 5060, branch: 'z9hG4bK1' });
    expect(request.body.toString()).toBe('v=0\n');
  });

  it('reads a response, with and without a reason', () => {
    expect(parsed(bytes(['SIP/2.0 486 Béschäftigt hier', ...HEAD.slice(1)]))).toMatchObject({
      status: 486,
      reason: 'Béschäftigt hier',
    });
    expect(parsed(bytes(['SIP/2.0 100 ', ...HEAD.slice(1)]))).toMatchObject({ status: 100, reason: '' });
  });

  it('understands compact forms, any case, folded lines, spaces before colons and comma lists', () => {
    const request = parsed(
      bytes([
        'OPTIONS sip:x@example.com SIP/2.0',
        'v : SIP / 2.0 / UDP a.example.com;',
        '  branch = z9hG4bKa , SIP/2.0/TCP b.example.com ;branch=z9hG4bKb',
        'VIA: SIP/2.0/TLS [2001:db8::1]:5061;branch=z9hG4bKc',
        'f: sip:ann@example.com ; tag = 1',
        't:',
        '\tsip:x@example.com',
        'I: abc',
        'cSEQ: 0009',
        '  OPTIONS',
        'm: "a, b" <sip:a@example.com;x=1,2>;q=1, <sip:b@example.com>',
        'k: 100rel, timer',
      ]),
    );
    expect(request.headers.all('via')).toHaveLength(3);
    expect(request.headers.all('Contact')).toHaveLength(2);
    expect(request.headers.all('supported')).toEqual(['100rel', 'timer']);
    expect(request.topVia).toMatchObject({ host: 'a.example.com', branch: 'z9hG4bKa' });
    expect(request.fromTag).toBe('1');
    expect(request.cseq.number).toBe(9);
  });

  it('accepts a request of RFC 2543 without tag, branch, Contact and Max-Forwards', () => {
    const request = parsed(
      bytes([
        'INVITE sip:b@example.com SIP/2.0',
        'Via: SIP/2.0/UDP x.example.com',
        'From: <sip:a@example.com>',
        ...HEAD.slice(3, 6),
      ]),
    );
    expect(request).toMatchObject({ fromTag: null, contact: null });
  });

  it('accepts a message whose empty line was left out', () => {
    expect(parsed(Buffer.from(`${HEAD.join('\r\n')}\r\n`)).body).toHaveLength(0);
  });

  it.each(['\r\n', '\r\n\r\n', '\0\0\0\0', ''])('takes %j for a keep-alive', (text) => {
    expect(parseMessage(Buffer.from(text)).kind).toBe('keep_alive');
  });

  it('skips line ends before the start line', () => {
    expect(parsed(Buffer.concat([Buffer.from('\r\n\r\n'), bytes(HEAD)]))).toMatchObject({ method: 'INVITE' });
  });
});

describe('a request that is wrong', () => {
  it.each([
    ['two spaces', 'INVITE  sip:b@example.com SIP/2.0', 400],
    ['a space in the URI', 'INVITE sip:b@example.com; lr SIP/2.0', 400],
    ['a URI in brackets', 'INVITE <sip:b@example.com> SIP/2.0', 400],
    ['headers in the URI', 'INVITE sip:b@example.com?Route=%3Csip:x%3E SIP/2.0', 400],
    ['a space at the end', 'INVITE sip:b@example.com SIP/2.0 ', 400],
    ['another version', 'INVITE sip:b@example.com SIP/7.0', 505],
    ['an open quote', 'To: "Bob <sip:b@example.com>', 400],
    ['an open bracket', 'To: <sip:b@example.com', 400],
    ['spaces in the address', 'To: < sip:b@example.com >', 400],
    ['the CSeq of another method', 'CSeq: 1 OPTIONS', 400],
    ['a CSeq over 2**31', 'CSeq: 2147483648 INVITE', 400],
    ['a negative Content-Length', 'Content-Length: -1', 400],
    ['a Content-Length past the end', 'Content-Length: 5000', 400],
    ['a Content-Length with a sign', 'Content-Length: +0', 400],
    ['Max-Forwards over 255', 'Max-Forwards: 256', 400],
    ['a header without a colon', 'nonsense', 400],
    ['a bare line feed', 'Subject: a\nRoute: <sip:evil.example.com>', 400],
    ['a second malformed Via', 'Via: SIP/2.0/UDP 192.0.2.9;branch=z9hG4bK1, ;;', 400],
  ])('is answered: %s', (_name, line, status) => {
    expect(parseMessage(withLine(line))).toMatchObject({ kind: 'bad_request', status });
  });

  it.each(['From', 'To', 'Call-ID', 'CSeq', 'Content-Length', 'Max-Forwards'])('is answered: two of %s', (name) => {
    const line = HEAD.find((present) => present.startsWith(name)) ?? `${name}: 0\r\n${name}: 0`;
    expect(parseMessage(bytes([...HEAD, line]))).toMatchObject({ kind: 'bad_request', status: 400 });
  });

  it.each(['From', 'To', 'Call-ID', 'CSeq'])('is answered: without %s', (name) => {
    expect(parseMessage(bytes(HEAD.filter((line) => !line.startsWith(name))))).toMatchObject({
      kind: 'bad_request',
      problem: `Missing ${name}`,
    });
  });

  it('is dropped without a Via that leads back, and when it is an ACK', () => {
    expect(parseMessage(bytes(HEAD.filter((line) => !line.startsWith('Via')))).kind).toBe('not_sip');
    expect(parseMessage(withLine('Via: SIP/2.0/UDP 192.0.2.9:99999')).kind).toBe('not_sip');
    expect(parseMessage(withLine('ACK  sip:b@example.com SIP/2.0')).kind).toBe('not_sip');
  });
});

describe('what is not SIP', () => {
  it.each([
    'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
    'hello',
    'SIP/2.0 4294967301 better not\r\n\r\n',
    'SIP/2.0 099 x\r\n\r\n',
    'SIP/2.0 700 x\r\n\r\n',
    'SIP/2.0 2000\r\n\r\n',
    'IN<>VITE sip:a SIP/2.0\r\n\r\n',
  ])('is dropped: %j', (text) => {
    expect(parseMessage(Buffer.from(text)).kind).toBe('not_sip');
  });

  it('includes malformed responses: a response has no response', () => {
    expect(parseMessage(bytes(['SIP/2.0 200 OK', ...HEAD.slice(1, 5)])).kind).toBe('not_sip');
  });
});

const token = fc.stringMatching(/^[A-Za-z0-9.!%*_+`'~-]{1,12}$/);
/** Text of any language without line ends, as it may stand in a header; white space at the ends is not kept. */
const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((value) => value.replace(/[\r\n]/g, '').trim());
const headers = fc
  .record({
    branch: token,
    tag: token,
    callId: token,
    sequence: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    others: fc.array(fc.tuple(token, text), { maxLength: 6 }),
  })
  .map(({ branch, tag, callId, sequence, others }) => (method: string) => {
    const built = new SipHeaders();
    for (const [name, value] of others) built.add(`X-${name}`, value);
    return built
      .set('via', [`SIP/2.0/UDP 192.0.2.9;branch=${branch}`, `SIP/2.0/TCP example.com:5061;branch=${branch}`])
      .set('from', `"Ann" <sip:ann@example.com>;tag=${tag}`)
      .set('to', '<sip:bob@example.com>')
      .set('call-id', callId)
      .set('cseq', `${sequence} ${method}`);
  });
const body = fc.uint8Array({ maxLength: 60 }).map((data) => Buffer.from(data));

function describeMessage(message: SipMessage): unknown {
  const { body: content, headers: all } = message;
  const lines = [...all].filter(([name]) => name !== 'content-length');
  return message.kind === 'request'
    ? { method: message.method, uri: message.uri, lines, content }
    : { status: message.status, reason: message.reason, lines, content };
}

describe('properties', () => {
  it('a request comes back as it was sent', () => {
    fc.assert(
      fc.property(token, headers, body, (method, buildHeaders, content) => {
        const request = new SipRequest(method, 'sip:bob@example.com;x=1', buildHeaders(method), content);
        expect(describeMessage(parsed(serializeMessage(request)))).toEqual(describeMessage(request));
      }),
    );
  });

  it('a response comes back as it was sent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 699 }), text, headers, body, (status, reason, buildHeaders, content) => {
        const response = new SipResponse(status, reason, buildHeaders('INVITE'), content);
        expect(describeMessage(parsed(serializeMessage(response)))).toEqual(describeMessage(response));
      }),
    );
  });

  it('any bytes get a verdict', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (data) => void parseMessage(Buffer.from(data))));
  });

  it('a header that is replaced is read anew, and one that stays is read once', () => {
    const headers = new SipHeaders().set('via', 'SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK1').set('to', '<sip:b@c>;tag=1');
    const request = new SipRequest('BYE', 'sip:b@c', headers);
    const { topVia, to } = request;
    expect(topVia.branch).toBe('z9hG4bK1');
    headers.replaceFirst('via', 'SIP/2.0/UDP 192.0.2.2;branch=z9hG4bK2');
    expect(request.topVia).toMatchObject({ host: '192.0.2.2', branch: 'z9hG4bK2' });
    expect(request.to).toBe(to);
    headers.set('to', 'unknown');
    expect(() => request.to).toThrow('Malformed To');
  });

  it('20 000 mutations of a message get a verdict in no time', () => {
    const random = seededRandom(4475);
    const original = bytes([...HEAD, 'Contact: <sip:a@[::1]:5060;x="y">, *', 'Content-Length: 3'], 'v=0');
    let slowestUs = 0;
    for (let i = 0; i < 20_000; i += 1) {
      const mutant = Buffer.from(
        original.subarray(0, random() < 0.2 ? Math.floor(random() * original.length) : undefined),
      );
      for (let edits = 1 + random() * 6; edits > 0 && mutant.length > 0; edits -= 1) {
        mutant[Math.floor(random() * mutant.length)] = Math.floor(random() * 256);
      }
      const before = process.threadCpuUsage();
      parseMessage(mutant);
      slowestUs = Math.max(slowestUs, process.threadCpuUsage(before).user);
    }
    expect(slowestUs).toBeLessThan(500_000); // garbage may be collected meanwhile
  });

  it.each([
    ['commas', (n: number) => `Contact: ${','.repeat(n)}`],
    ['semicolons', (n: number) => `Via: SIP/2.0/UDP a;${';'.repeat(n)}`],
    ['quotes', (n: number) => `To: ${'"\\'.repeat(n / 2)}`],
    ['spaces', (n: number) => `CSeq: 1${' '.repeat(n)}INVITE`],
    ['spaces at the end', (n: number) => `Subject: a${' '.repeat(n)}b`],
    ['brackets', (n: number) => `Route: ${'<>'.repeat(n / 2)}`],
    ['folds', (n: number) => `Subject: a${'\r\n b'.repeat(n / 4)}`],
    ['parameters', (n: number) => `From: <sip:a@b>${';a=b'.repeat(n / 4)}`],
    ['host characters', (n: number) => `Via: SIP/2.0/UDP ${'a'.repeat(n)}!`],
    ['digits', (n: number) => `Max-Forwards: ${'9'.repeat(n)}`],
    ['headers', (n: number) => 'v: x\r\n'.repeat(n / 6)],
    ['elements', (n: number) => `Via: ${'SIP/2.0/UDP a,'.repeat(n / 14)}`],
  ])('65 kB of %s take linear time', (_name, line) => {
    const data = bytes([...HEAD, line(60_000)]);
    const startedAt = performance.now();
    parseMessage(data);
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});
