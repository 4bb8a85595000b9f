import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type Passport, parseMessage, shakenPassportOf } from '@parley/sip';
import { type IssueOptions, TestAuthority, telephoneNumberList } from '@parley/sip/testing';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlockedAddressError } from '../../../kernel/address-guard.ts';
import { certificatesOf } from '../../../kernel/pem-certificates.ts';
import { CallSigner } from './call-signer.ts';
import { CallVerifier } from './call-verifier.ts';
import { CertificateFetcher } from './certificate-fetcher.ts';

const DAY_MS = 86_400_000;
const CALL = { caller: '+12025550101', called: '+12025550150', to: '+12025550150' };
const OF_PROVIDER = telephoneNumberList({ provider: '709J' });
const root = new TestAuthority('Root');
const between = new TestAuthority('Between', root);
const untrusted = new TestAuthority('Untrusted');

const tls = root.issue({ names: ['127.0.0.1'] });
let server: Server;
let base: string;
let respond: (response: ServerResponse) => void;
let asked = 0;
let dispatcher: Agent;

beforeAll(async () => {
  server = createServer({ cert: tls.certificate, key: tls.key }, (_request, response) => {
    asked += 1;
    respond(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  dispatcher = new Agent({ connect: { ca: root.certificate } });
});
afterAll(async () => {
  await dispatcher.close();
  server.closeAllConnections();
  server.close();
});

/** A certificate, and a call that was signed with its key just now. */
function signed(options: Partial<IssueOptions> = {}, authority = root, now = new Date()) {
  const issued = authority.issue({ names: ['provider.example'], telephoneNumbers: OF_PROVIDER, ...options });
  const signer = new CallSigner(
    { key: createPrivateKey(issued.key), certificateUrl: 'https://x.example/c.pem' },
    () => now,
  );
  const { Identity, Date: date } = signer.headers(CALL.caller, CALL.called, true);
  expect(new Date(date!).getTime()).toBe(Math.floor(now.getTime() / 1000) * 1000);
  return { certificate: issued.certificate, passport: passportIn(Identity!), atS: Math.floor(now.getTime() / 1000) };
}

function passportIn(identity: string): Passport {
  const lines = [
    ...['INVITE sip:+12025550150@192.0.2.1 SIP/2.0', 'Via: SIP/2.0/UDP 192.0.2.9;branch=z9hG4bK1', 'Max-Forwards: 70'],
    ...['From: <sip:+12025550101@192.0.2.9>;tag=a', 'To: <sip:+12025550150@192.0.2.1>', 'Call-ID: 1', 'CSeq: 1 INVITE'],
    ...[`Identity: ${identity}`, 'Content-Length: 0', '', ''],
  ];
  const parsed = parseMessage(Buffer.from(lines.join('\r\n')));
  if (parsed.kind !== 'message' || parsed.message.kind !== 'request') throw new Error('not a request');
  return shakenPassportOf(parsed.message)!;
}

describe('a signature', () => {
  const verify = (chain: string, passport: Passport, call: object) =>
    new CallVerifier({
      authorities: certificatesOf(root.certificate),
      fetch: async () => certificatesOf(chain),
    }).verify(passport, { ...CALL, atS: 0, ...call });

  it('of a provider of the trust list is verified', async () => {
    const { certificate, passport, atS } = signed();
    const verified = { verdict: 'verified', reason: null, provider_code: '709J' };
    expect(await verify(certificate, passport, { atS })).toEqual(verified);
    const far = signed({}, between);
    expect(await verify(far.certificate + between.certificate, far.passport, far)).toEqual(verified);
  });

  it('of a call that was forwarded is not known to be for us', async () => {
    const { certificate, passport, atS } = signed();
    const called = '+12025550155';
    const expected = { verdict: 'unverified', reason: expect.stringContaining('forwarded'), provider_code: '709J' };
    expect(await verify(certificate, passport, { atS, called })).toEqual(expected);
  });

  it('by a number is of that number alone', async () => {
    const lists = [
      [telephoneNumberList({ number: '12025550100', count: 2 }), 'verified'],
      [telephoneNumberList({ number: '12025550101' }), 'verified'],
      [telephoneNumberList({ number: '12025550102', count: 9 }, { number: '12025550199' }), 'failed'],
    ] as const;
    for (const [telephoneNumbers, verdict] of lists) {
      const { certificate, passport, atS } = signed({ telephoneNumbers });
      expect((await verify(certificate, passport, { atS })).verdict).toBe(verdict);
    }
  });

  const failing: [string, () => { chain: string; passport: Passport; atS: number }, string][] = [
    ['of an untrusted authority', () => chainOf(signed({}, untrusted)), 'not of an authority'],
    ['whose intermediate is missing', () => chainOf(signed({}, between)), 'not of an authority'],
    ['by another key', () => ({ ...chainOf(signed()), chain: signed().certificate }), 'not that of the certificate'],
    ['by an authority itself', () => ({ ...chainOf(signed()), chain: between.certificate }), 'that of an authority'],
    [
      'without telephone numbers',
      () => chainOf(signed({ telephoneNumbers: Buffer.of(1, 1, 0xff) })),
      'telephone numbers',
    ],
    ['with an old certificate', () => chainOf(signed({ validUntil: new Date(Date.now() - DAY_MS / 2) })), 'not valid'],
    ['of two minutes ago', () => ({ ...chainOf(signed()), atS: Math.floor(Date.now() / 1000) + 120 }), 'this minute'],
    ['without a certificate', () => ({ ...chainOf(signed()), chain: '' }), 'no certificate'],
  ];

  it.each(failing)('%s fails', async (_name, make, why) => {
    const { chain, passport, atS } = make();
    const verification = await verify(chain, passport, { atS });
    expect(verification).toEqual({ verdict: 'failed', reason: expect.stringContaining(why), provider_code: null });
  });

  const chainOf = ({ certificate, ...others }: ReturnType<typeof signed>) => ({ chain: certificate, ...others });
});

describe('fetching a certificate', () => {
  const pem = root.issue({ names: ['provider.example'] }).certificate;
  const sends = (text: string, headers = {}) => {
    respond = (response) => response.writeHead(200, headers).end(text);
  };
  let nowMs = 0;
  const fetcher = (allowPrivate = true) => new CertificateFetcher({ dispatcher, allowPrivate }, () => nowMs);

  it('is done once for many calls, and again when it is old', async () => {
    sends(pem, { 'cache-control': 'public, max-age=120' });
    const certificates = fetcher();
    asked = 0;
    await Promise.all([1, 2, 3].map(() => certificates.fetch(`${base}/a.pem`)));
    nowMs += 119_000;
    expect(await certificates.fetch(`${base}/a.pem`)).toHaveLength(1);
    expect(asked).toBe(1);
    nowMs += 2000;
    await certificates.fetch(`${base}/a.pem`);
    expect(asked).toBe(2);
  });

  it('that fails is tried again after half a minute', async () => {
    respond = (response) => response.writeHead(404).end();
    const certificates = fetcher();
    const fetching = () => certificates.fetch(`${base}/b.pem`);
    await expect(fetching()).rejects.toThrow('its server says 404');
    sends(pem);
    await expect(fetching()).rejects.toThrow('its server says 404');
    nowMs += 30_001;
    expect(await fetching()).toHaveLength(1);
  });

  it.each([
    ['no certificate', 'hello', 'none in PEM format'],
    ['too much', 'x'.repeat(70_000), 'too large'],
  ])('with %s is refused', async (_name, text, why) => {
    sends(text);
    await expect(fetcher().fetch(`${base}/c.pem`)).rejects.toThrow(why);
  });

  it('asks no private address, and nothing but https', async () => {
    asked = 0;
    await expect(fetcher(false).fetch(`${base}/a.pem`)).rejects.toThrow(BlockedAddressError);
    await expect(fetcher().fetch('http://x.example/a.pem')).rejects.toThrow('not https');
    await expect(fetcher().fetch('nonsense')).rejects.toThrow('none');
    expect(asked).toBe(0);
  });

  it('is bounded: so many at once, and no more', async () => {
    const responses: ServerResponse[] = [];
    const all = Promise.withResolvers<void>();
    respond = (response) => {
      if (responses.push(response) === 16) all.resolve();
    };
    const certificates = fetcher();
    const fetching = Array.from({ length: 16 }, (_, index) => certificates.fetch(`${base}/${index}`));
    await expect(certificates.fetch(`${base}/more`)).rejects.toThrow('too many');
    await all.promise;
    for (const response of responses) response.end(pem);
    expect(await Promise.all(fetching)).toHaveLength(16);
  });
});
