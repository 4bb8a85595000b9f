import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SipHeaders } from '../messages/headers.ts';
import { SipRequest } from '../messages/message.ts';
import { shakenPassportOf } from './identity-header.ts';
import { encodePart, PassportError } from './passport.ts';
import { signIdentity } from './sign-identity.ts';
import { claimsFault, isForCalled, isSignedBy } from './verify-passport.ts';

const URL_OF_CERTIFICATE = 'https://certificates.example.org/cert.pem?a=1,2;b';
const AT_S = 1_471_375_418;
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const CALL = {
  ...({ attestation: 'A', from: '+12155551212', to: '+12355551213', atS: AT_S } as const),
  originId: '123e4567-e89b-12d3-a456-426655440000',
};
const SIGNED_CALL = { caller: '+12155551212', called: '+12355551213', to: '+12355551213', atS: AT_S };

const requestWith = (...values: string[]) => {
  const headers = new SipHeaders();
  for (const value of values) headers.add('Y', value);
  return new SipRequest('INVITE', 'sip:+12355551213@192.0.2.1', headers);
};
const signed = () => signIdentity(CALL, privateKey, URL_OF_CERTIFICATE);

describe('a token of SHAKEN', () => {
  it('is written as in RFC 8588 section 4, but for the signature', () => {
    const [header, claims] = signed()
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString());
    expect(header).toBe(`{"alg":"ES256","ppt":"shaken","typ":"passport","x5u":"${URL_OF_CERTIFICATE}"}`);
    expect(claims).toBe(
      '{"attest":"A","dest":{"tn":["12355551213"]},"iat":1471375418,"orig":{"tn":"12155551212"},"origid":"123e4567-e89b-12d3-a456-426655440000"}',
    );
    expect(signed()).toMatch(/;info=<https:[^>]*>;alg=ES256;ppt=shaken$/);
  });

  it('is read out of the header, among others', () => {
    const diversion = `${encodePart({ ppt: 'div' })}.e30.AA;info=<https://x.example>;alg=ES256;ppt="div"`;
    const passport = shakenPassportOf(requestWith(diversion, signed()))!;
    expect(passport).toMatchObject({
      ...{ attestation: 'A', orig: '12155551212', dest: ['12355551213'], issuedAtS: AT_S },
      certificateUrl: URL_OF_CERTIFICATE,
    });
    expect(isSignedBy(publicKey, passport)).toBe(true);
    expect(shakenPassportOf(requestWith(diversion))).toBeNull();
    expect(shakenPassportOf(requestWith())).toBeNull();
  });

  it('is known by itself where the header does not say what it is', () => {
    const unnamed = signed().replace(';ppt=shaken', '');
    expect(shakenPassportOf(requestWith(unnamed))?.attestation).toBe('A');
  });

  const HEADER = { alg: 'ES256', ppt: 'shaken', typ: 'passport', x5u: URL_OF_CERTIFICATE };
  const CLAIMS = { attest: 'B', dest: { tn: ['1'] }, iat: AT_S, orig: { tn: '2' }, origid: 'x' };
  const identity = (header: object, claims: object) =>
    `${encodePart({ ...HEADER, ...header })}.${encodePart({ ...CLAIMS, ...claims })}.AAAA;info=<${URL_OF_CERTIFICATE}>;alg=ES256;ppt=shaken`;

  it.each([
    ['in compact form', `..AAAA;info=<${URL_OF_CERTIFICATE}>;ppt=shaken`, 'compact form'],
    ['of no JSON', `e.e.AAAA;info=<${URL_OF_CERTIFICATE}>;ppt=shaken`, 'malformed'],
    ['that is too long', `${'a'.repeat(9000)}.e30.AAAA;info=<${URL_OF_CERTIFICATE}>;ppt=shaken`, 'malformed'],
    ['whose URI has no end', 'e30.e30.AAAA;ppt=shaken;info=<https://x', 'malformed'],
    ['of another kind', identity({ ppt: 'div' }, {}), 'no PASSporT of SHAKEN'],
    ['of another algorithm', identity({ alg: 'none' }, {}), 'ES256'],
    ['of another certificate', identity({ x5u: 'https://other.example' }, {}), 'two certificates'],
    ['of attestation D', identity({}, { attest: 'D' }), 'neither A, B nor C'],
    ['without a caller', identity({}, { orig: { uri: 'sip:a@b' } }), 'who calls whom'],
    ['without a callee', identity({}, { dest: null }), 'who calls whom'],
    ['without a time', identity({}, { iat: '1' }), 'no time'],
  ])('%s is refused', (_name, value, why) => {
    const reading = () => shakenPassportOf(requestWith(value));
    expect(reading).toThrow(PassportError);
    expect(reading).toThrow(why);
  });
});

describe('verifying a token', () => {
  const passport = shakenPassportOf(requestWith(signed()))!;

  it.each([
    ['of this call', {}, null],
    ['60 s old', { atS: AT_S + 60 }, null],
    ['61 s old', { atS: AT_S + 61 }, 'this minute'],
    ['61 s ahead', { atS: AT_S - 61 }, 'this minute'],
    ['of another caller', { caller: '+12155551219' }, 'another caller'],
    ['of a caller who is not known', { caller: null }, 'another caller'],
    ['of a forwarded call', { called: '+12355551299' }, null],
    ['of another callee', { called: '+12355551299', to: null }, 'to another number'],
  ])('%s', (_name, call, why) => {
    const fault = claimsFault(passport, { ...SIGNED_CALL, ...call });
    if (why === null) expect(fault).toBeNull();
    else expect(fault).toContain(why);
  });

  it('knows a call that was forwarded', () => {
    expect([isForCalled(passport, '+12355551213'), isForCalled(passport, '+12355551299')]).toEqual([true, false]);
  });

  it('takes the key of the signature alone, and of its curve', () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
    const wide = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey;
    expect([publicKey, other, rsa, wide].map((key) => isSignedBy(key, passport))).toEqual([true, false, false, false]);
    const changed = { ...passport, signed: passport.signed.replace(/.$/, 'x') };
    expect(isSignedBy(publicKey, changed)).toBe(false);
    expect(isSignedBy(publicKey, { ...passport, signature: Buffer.alloc(3) })).toBe(false);
  });
});
