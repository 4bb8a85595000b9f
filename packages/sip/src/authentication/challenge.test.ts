import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quote } from '../messages/scanner.ts';
import { parseChallenges } from './challenge.ts';
import { readDigestChallenge } from './digest-challenge.ts';

const read = (value: string) =>
  parseChallenges(value).map(({ scheme, params }) => ({ scheme, ...Object.fromEntries(params) }));

describe('the challenges of a header', () => {
  it.each([
    ['Digest realm="a", nonce="b"', [{ scheme: 'digest', realm: 'a', nonce: 'b' }]],
    ['DIGEST  Realm = "a" ,nonce=b,', [{ scheme: 'digest', realm: 'a', nonce: 'b' }]],
    ['Digest realm="a, b=c", nonce="d\\"e"', [{ scheme: 'digest', realm: 'a, b=c', nonce: 'd"e' }]],
    [
      'Digest realm="a", nonce="b", Bearer, Digest realm="c", nonce="d"',
      [
        { scheme: 'digest', realm: 'a', nonce: 'b' },
        { scheme: 'digest', realm: 'c', nonce: 'd' },
      ],
    ],
    ['Digest realm="a", realm="b"', [{ scheme: 'digest', realm: 'a' }]],
    ['', []],
    ['realm="a"', []],
    ['Digest realm="a', []],
    ['Digest @', []],
  ])('%s', (value, challenges) => {
    expect(read(value).filter(({ scheme }) => scheme !== 'bearer')).toEqual(challenges);
  });

  const token = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
  const text = fc.string({ unit: fc.constantFrom(...'aZ09 ,="\\/+;äø'.split('')), maxLength: 20 });
  const challenge = fc.record({ scheme: token, params: fc.dictionary(token, text, { minKeys: 1 }) });

  it('come back as they were written, whatever their values', () => {
    fc.assert(
      fc.property(fc.array(challenge, { minLength: 1, maxLength: 3 }), (challenges) => {
        const written = challenges.map(({ scheme, params }) => {
          const list = Object.entries(params).map(([name, value]) => `${name}=${quote(value)}`);
          return `${scheme} ${list.join(', ')}`;
        });
        const parsed = parseChallenges(written.join(', '));
        expect(parsed.map(({ scheme }) => scheme)).toEqual(challenges.map(({ scheme }) => scheme));
        expect(parsed.map(({ params }) => Object.fromEntries(params))).toEqual(
          challenges.map(({ params }) => ({ ...params })),
        );
      }),
    );
  });

  it('of any text are read without an exception, in linear time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (value) => {
        for (const each of parseChallenges(value)) readDigestChallenge(each);
      }),
      { numRuns: 2000 },
    );
    // Some hundredths of a second; by the square of the length it would be minutes.
    const beganMs = performance.now();
    parseChallenges(`Digest ${'a="b",'.repeat(100_000)}`);
    parseChallenges('"\\'.repeat(300_000));
    expect(performance.now() - beganMs).toBeLessThan(5000);
  });
});

describe('a digest challenge', () => {
  const challenge = (params: string) => {
    const [first] = parseChallenges(`Digest realm="r", nonce="n"${params}`);
    return readDigestChallenge(first!);
  };

  it.each([
    ['', { algorithm: 'MD5', isSession: false, algorithmName: null, qop: null, isStale: false, opaque: null }],
    [', algorithm=md5-sess, qop="auth"', { algorithm: 'MD5', isSession: true, qop: 'auth' }],
    [', algorithm=SHA-256, qop="auth,auth-int"', { algorithm: 'SHA-256', qop: 'auth' }],
    [', algorithm="SHA-512-256-sess", qop="auth-int"', { algorithm: 'SHA-512-256', isSession: true, qop: 'auth-int' }],
    [', stale=TRUE, opaque="o", qop=""', { isStale: true, opaque: 'o', qop: null }],
  ])('with %s', (params, expected) => {
    expect(challenge(params)).toMatchObject({ realm: 'r', nonce: 'n', ...expected });
  });

  it.each([', algorithm=AKAv1-MD5', ', qop="auth-conf"'])('with %s cannot be answered', (params) => {
    expect(challenge(params)).toBeNull();
  });

  it.each(['Basic realm="r", nonce="n"', 'Digest realm="r"', 'Digest nonce="n"'])('%s is none', (value) => {
    expect(readDigestChallenge(parseChallenges(value)[0]!)).toBeNull();
  });
});
