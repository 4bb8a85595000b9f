import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_FRAMED_BYTES, MessageFramer } from './message-framer.ts';

function message(body: string, contentLength = `Content-Length: ${Buffer.byteLength(body)}`): string {
  return [
    'OPTIONS sip:a@example.com SIP/2.0',
    'Via: SIP/2.0/TCP 192.0.2.1;branch=z9hG4bKa',
    contentLength,
    '',
    body,
  ].join('\r\n');
}

/** What comes out of a framer, as text. What ends the stream is the last. */
function framed(chunks: readonly Buffer[], framer = new MessageFramer()): string[] {
  const out: string[] = [];
  try {
    for (const chunk of chunks) {
      for (const frame of framer.push(chunk)) out.push(frame.kind === 'line_end' ? 'line end' : frame.bytes.toString());
    }
  } catch (error) {
    out.push((error as Error & { problem: string }).problem);
  }
  return out;
}

const one = (text: string) => framed([Buffer.from(text)]);

function split(text: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((start, index) => text.subarray(start, places[index] ?? text.length));
}

describe('a stream of messages', () => {
  it('is cut by Content-Length', () => {
    const first = message('v=0\r\n\r\n');
    const second = message('', 'l : 0');
    const third = message('folded', 'CONTENT-LENGTH:\r\n 6');
    expect(one(first + second + third)).toEqual([first, second, third]);
  });

  it('may have line ends between messages', () => {
    expect(one(`\r\n${message('x')}\r\n\r\n${message('y')}\r\n`)).toEqual([
      'line end',
      message('x'),
      'line end',
      'line end',
      message('y'),
      'line end',
    ]);
  });

  it('is the same however it is split', () => {
    const part = fc.oneof(
      fc.string({ maxLength: 40, unit: 'binary' }).map((body) => message(body)),
      fc.constantFrom('\r\n', '\r\n\r\n', message('\r\n\r\nSIP/2.0 200 OK\r\n\r\n'), message('', 'l: 0')),
    );
    const ending = fc.constantFrom('', '\r', 'OPTI', message('x').slice(0, -1), message('', 'X: 1'), 'é', '\r\r');
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 6 }),
        ending,
        fc.array(fc.nat(), { maxLength: 30 }),
        (parts, end, cuts) => {
          const text = Buffer.from(parts.join('') + end);
          const whole = framed([text]);
          expect(framed(split(text, cuts))).toEqual(whole);
          expect(framed([...text].map((byte) => Buffer.of(byte)))).toEqual(whole);
          const messages = parts.filter((given) => given.trim() !== '');
          expect(whole.filter((found) => found.includes('SIP/2.0'))).toEqual(messages);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['another protocol', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', 'not_sip'],
    ['a TLS handshake', '\x16\x03\x01', 'not_sip'],
    ['no Content-Length', message('x', 'Subject: y'), 'content_length'],
    ['a Content-Length that is no number', message('x', 'l: -1'), 'content_length'],
    ['two lengths that differ', message('x', 'l: 1\r\nContent-Length: 2'), 'content_length'],
    ['a body over the limit', message('', `l: ${MAX_FRAMED_BYTES}`), 'too_large'],
    ['a length over all measure', message('', 'l: 99999999999999999999'), 'content_length'],
    ['a head without end', `OPTIONS ${'x'.repeat(MAX_FRAMED_BYTES)}`, 'too_large'],
  ])('ends with %s', (_name, text, problem) => {
    expect(one(message('before') + text)).toEqual([message('before'), problem]);
  });

  it('takes a message of the largest size', () => {
    const overhead = message('', 'l: 65000').length;
    const body = 'x'.repeat(MAX_FRAMED_BYTES - overhead);
    expect(one(message(body))).toHaveLength(1);
    expect(one(message(`${body}x`))).toEqual(['too_large']);
  });

  it('takes time linear in its length when it comes byte by byte', () => {
    const text = Buffer.from(message('x'.repeat(60_000)));
    const framer = new MessageFramer();
    const beganMs = performance.now();
    expect(
      framed(
        [...text].map((byte) => Buffer.of(byte)),
        framer,
      ),
    ).toHaveLength(1);
    expect(performance.now() - beganMs).toBeLessThan(1000); // 60 ms; copying what is held each time takes 2 s
    expect(framer.isWithinMessage).toBe(false);
  });
});
