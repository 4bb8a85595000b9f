import { expect, it } from 'vitest';
import { acceptedStep, newTotpSecret, otpauthUrl, totpCode, totpStep } from './totp.ts';

/** "12345678901234567890", as RFC 6238, appendix B, has it. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %d the code is %s, as RFC 6238 has it in appendix B', (nowS, code) => {
  expect(totpCode(SECRET, totpStep(nowS))).toBe(code);
});

it('takes a code of the step before and after, and no other', () => {
  const nowS = 1_000_000_000;
  const at = (shift: number) => totpCode(SECRET, totpStep(nowS) + shift);
  const taken = [-2, -1, 0, 1, 2].map((shift) => acceptedStep(SECRET, at(shift), { nowS, lastStep: null }));
  const now = totpStep(nowS);
  expect(taken).toEqual([undefined, now - 1, now, now + 1, undefined]);
});

it('takes no code again, nor one before it', () => {
  const nowS = 1_000_000_000;
  const now = totpStep(nowS);
  const take = (step: number) => acceptedStep(SECRET, totpCode(SECRET, step), { nowS, lastStep: now });
  expect([take(now - 1), take(now), take(now + 1)]).toEqual([undefined, undefined, now + 1]);
});

it('makes secrets of 160 bits, and addresses that authenticator apps read', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(secret);
  const url = new URL(otpauthUrl(secret, 'maria+x@example.com'));
  expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Parley:maria+x@example.com',
  ]);
  expect(url.searchParams.get('secret')).toBe(secret);
});
