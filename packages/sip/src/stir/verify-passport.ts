import { type KeyObject, verify } from 'node:crypto';
import { canonicalNumber, type Passport } from './passport.ts';

/** RFC 8224 section 6.2.3: a token is of now, give or take a minute. */
const FRESH_S = 60;

/** The call that a token came with. */
export interface SignedCall {
  readonly caller: string | null; // P-Asserted-Identity, else From
  readonly called: string; // the number that rings
  readonly to: string | null; // of the To header: another one where the call was forwarded
  readonly atS: number; // Unix seconds
}

/** Why a token does not hold for a call, whatever its signature; null: it may. */
export function claimsFault(
  { orig, dest, issuedAtS }: Passport,
  { caller, called, to, atS }: SignedCall,
): string | null {
  if (Math.abs(atS - issuedAtS) > FRESH_S)
    return `the token is not of this minute: it differs by ${Math.abs(atS - issuedAtS)} s`;
  if (caller === null || canonicalNumber(caller) !== orig) return 'the token is of another caller';
  const isOf = (number: string | null) => number !== null && dest.includes(canonicalNumber(number));
  return isOf(called) || isOf(to) ? null : 'the token is of a call to another number';
}

/** Whether the token is of a call to the number that rings, and not of one that was forwarded to it. */
export function isForCalled({ dest }: Passport, called: string): boolean {
  return dest.includes(canonicalNumber(called));
}

/** Whether the holder of the key has signed it, by ES256 (RFC 7518 section 3.4). */
export function isSignedBy(key: KeyObject, { signed, signature }: Passport): boolean {
  if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return false;
  return verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, signature);
}
