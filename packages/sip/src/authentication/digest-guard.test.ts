import { describe, expect, test } from 'vitest';
import type { SipRequest } from '../messages/message.ts';
import { parseMessage } from '../messages/parse-message.ts';
import type { Hop } from '../transports/transport.ts';
import { parseChallenges } from './challenge.ts';
import { digestResponse, digestSecret, formatNonceCount } from './digest.ts';
import { DigestGuard } from './digest-guard.ts';
import { NonceCounts } from './nonce-counts.ts';
import { Nonces } from './nonces.ts';

const ANN = { username: 'ann', realm: 'parley', password: 'open sesame' };
const SOURCE: Hop = { protocol: 'udp', host: '192.0.2.9', port: 5060 };
const REGISTRAR = 'sip:parley.example.com';

const newGuard = () =>
  new DigestGuard({
    realm: ANN.realm,
    usualAlgorithm: 'MD5',
    secretsOf: async (username) => (username === ANN.username ? { MD5: digestSecret('MD5', ANN) } : null),
  });

interface Asked {
  nonce?: string;
  count?: number;
  uri?: string;
  requestUri?: string;
  password?: string;
  cseq?: number;
}

function register({
  nonce,
  count = 1,
  uri = REGISTRAR,
  requestUri = REGISTRAR,
  cseq = 1,
  ...asked
}: Asked): SipRequest {
  const user = { ...ANN, ...asked };
  const exchange = {
    nonce: nonce ?? '',
    uri,
    cnonce: 'c',
    nonceCount: count,
    method: 'REGISTER',
    qop: 'auth',
  } as const;
  const response = digestResponse({ ...user, ...exchange, algorithm: 'MD5', isSession: false, body: Buffer.alloc(0) });
  const credentials = `Digest username="ann", realm="parley", nonce="${nonce}", uri="${uri}", cnonce="c", nc=${formatNonceCount(count)}, qop=auth, response="${response}"`;
  const lines = [
    `REGISTER ${requestUri} SIP/2.0`,
    `Via: SIP/2.0/UDP 192.0.2.9;branch=z9hG4bK${cseq}`,
    'From: <sip:ann@parley.example.com>;tag=1',
    'To: <sip:ann@parley.example.com>',
    'Call-ID: 1@192.0.2.9',
    `CSeq: ${cseq} REGISTER`,
    ...(nonce === undefined ? [] : [`Authorization: ${credentials}`]),
    'Content-Length: 0',
  ];
  const result = parseMessage(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`));
  if (result.kind !== 'message' || result.message.kind !== 'request') throw new Error('it is no request');
  return result.message;
}

/** `ann`, or the status and whether only the nonce was wrong. */
async function ask(
  guard: DigestGuard,
  asked: Asked,
  source = SOURCE,
): Promise<string | [status: number, isStale: boolean]> {
  const identity = await guard.identify(register(asked), source, 'ann');
  if ('username' in identity) return identity.username;
  return [identity.status, String(identity.headers?.['WWW-Authenticate']).includes('stale=true')];
}

async function challenged(guard: DigestGuard): Promise<string> {
  const identity = await guard.identify(register({}), SOURCE, 'ann');
  const [challenge] = parseChallenges(String('status' in identity && identity.headers?.['WWW-Authenticate']));
  return challenge!.params.get('nonce')!;
}

describe('a nonce count', () => {
  test('that grows is taken, also where some are left out', async () => {
    const guard = newGuard();
    const nonce = await challenged(guard);
    for (const [cseq, count] of [1, 2, 9].entries()) expect(await ask(guard, { nonce, count, cseq })).toBe('ann');
  });

  test('that was used is challenged anew, as the password is known', async () => {
    const guard = newGuard();
    const nonce = await challenged(guard);
    expect(await ask(guard, { nonce, count: 2, cseq: 1 })).toBe('ann');
    for (const count of [2, 1, 0]) expect(await ask(guard, { nonce, count, cseq: 2 })).toEqual([401, true]);
    expect(await ask(guard, { nonce: await challenged(guard), cseq: 3 })).toBe('ann');
  });

  test('of a copy of the same request is no second use, but from elsewhere', async () => {
    const guard = newGuard();
    const nonce = await challenged(guard);
    for (let copies = 3; copies > 0; copies -= 1) expect(await ask(guard, { nonce })).toBe('ann');
    expect(await ask(guard, { nonce }, { ...SOURCE, port: 5070 })).toEqual([401, true]);
  });

  test('of a wrong password uses nothing', async () => {
    const guard = newGuard();
    const nonce = await challenged(guard);
    expect(await ask(guard, { nonce, password: 'guessed' })).toEqual([401, false]);
    expect(await ask(guard, { nonce, cseq: 2 })).toBe('ann');
  });

  test('is counted of so many nonces, and those before them are used', () => {
    let nowMs = 1_000_000;
    const nonces = new Nonces(() => nowMs);
    const counts = new NonceCounts(2);
    const made = Array.from({ length: 4 }, () => {
      nowMs += 1;
      return nonces.make(SOURCE.host);
    });
    const take = (index: number, cseq: number) => counts.take(made[index]!, 1, register({ cseq }), SOURCE);
    expect([0, 2, 3].map((index) => take(index, index))).toEqual([true, true, true]);
    expect(counts.size).toBe(2);
    // The first one was forgotten, and comes again. Of the second, which is younger, it is known that nothing was.
    expect([take(0, 10), take(1, 11)]).toEqual([false, true]);
    expect(counts.size).toBe(2);
  });
});

test('a nonce that another process has made is stale where the password is right', async () => {
  const nonce = await challenged(newGuard());
  expect(await ask(newGuard(), { nonce })).toEqual([401, true]);
  expect(await ask(newGuard(), { nonce, password: 'guessed' })).toEqual([401, false]);
});

describe('the uri of credentials', () => {
  test.each([
    ['sip:parley.example.com', 'sip:parley.example.com:5060'],
    ['sip:parley.example.com', 'sip:PARLEY.example.com;transport=tcp'],
    ['sip:%61nn@192.0.2.1', 'sip:ann@192.0.2.1;ob'],
  ])('%s is %s', async (uri, requestUri) => {
    const guard = newGuard();
    expect(await ask(guard, { nonce: await challenged(guard), uri, requestUri })).toBe('ann');
  });

  test.each([
    ['sip:other.example.com', 'sip:parley.example.com'],
    ['sip:ben@192.0.2.1', 'sip:ann@192.0.2.1'],
    ['sip:192.0.2.1:5070', 'sip:192.0.2.1:5060'],
    ['', 'sip:parley.example.com'],
  ])('%j is not %s: 400', async (uri, requestUri) => {
    const guard = newGuard();
    expect(await ask(guard, { nonce: await challenged(guard), uri, requestUri })).toEqual([400, false]);
  });
});
