/** How far a provider vouches for a caller (RFC 8588 section 4): A fully, B for its customer alone, C for where the call came in. */
export type Attestation = 'A' | 'B' | 'C';

/** A token that a provider signs about the numbers of a call (RFC 8225), of the kind `shaken` (RFC 8588). */
export interface Passport {
  readonly attestation: Attestation;
  readonly orig: string; // digits alone (RFC 8224 section 8.3)
  readonly dest: readonly string[]; // digits alone, or URIs
  readonly issuedAtS: number; // Unix seconds
  readonly certificateUrl: string; // x5u
  readonly signed: string; // what the signature is of
  readonly signature: Buffer; // R and S (RFC 7518 section 3.4)
}

/** Why a token cannot be read, or does not hold, in words for people. */
export class PassportError extends Error {
  override readonly name = 'PassportError';
}

/** More than any provider writes. */
const LARGEST_TOKEN = 8192;

/** The full form (RFC 8225 section 3); `shaken` has no other. Throws PassportError. */
export function parsePassport(token: string): Passport {
  const parts = token.split('.');
  const [header = '', claims = '', signature = ''] = parts;
  if (token.length > LARGEST_TOKEN || parts.length !== 3) throw new PassportError('the token is malformed');
  if (header === '' || claims === '')
    throw new PassportError('the token is in compact form, which SHAKEN does not use');
  const { alg, typ, ppt, x5u } = decode(header);
  if (typ !== 'passport' || ppt !== 'shaken') throw new PassportError('the token is no PASSporT of SHAKEN');
  if (alg !== 'ES256') throw new PassportError('the token is not signed with ES256');
  const { attest, orig, dest, iat } = decode(claims);
  if (attest !== 'A' && attest !== 'B' && attest !== 'C')
    throw new PassportError('the token attests neither A, B nor C');
  const caller = telephoneNumbers(orig)[0];
  const called = [...telephoneNumbers(dest), ...urisOf(dest)];
  if (caller === undefined || called.length === 0) throw new PassportError('the token does not name who calls whom');
  if (typeof iat !== 'number' || !Number.isSafeInteger(iat)) throw new PassportError('the token has no time');
  if (typeof x5u !== 'string') throw new PassportError('the token does not say where its certificate is');
  return {
    ...{ attestation: attest, orig: caller, dest: called, issuedAtS: iat, certificateUrl: x5u },
    ...{ signed: `${header}.${claims}`, signature: Buffer.from(signature, 'base64url') },
  };
}

/** RFC 8224 section 8.3: digits alone. */
export function canonicalNumber(number: string): string {
  return number.replace(/[^0-9*#]/g, '');
}

/** RFC 8225 section 9: members in the order of their names, without spaces. */
export function encodePart(part: Readonly<Record<string, unknown>>): string {
  return Buffer.from(JSON.stringify(sorted(part))).toString('base64url');
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

function decode(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Not JSON.
  }
  throw new PassportError('the token is malformed');
}

/** `{"tn":"12155551212"}` or `{"tn":["12155551212"]}` (RFC 8225 section 5.2.1). */
function telephoneNumbers(claim: unknown): string[] {
  return texts(memberOf(claim, 'tn'))
    .map(canonicalNumber)
    .filter((number) => number !== '');
}

function urisOf(claim: unknown): string[] {
  return texts(memberOf(claim, 'uri'));
}

function memberOf(claim: unknown, name: string): unknown {
  return typeof claim === 'object' && claim !== null ? (claim as Record<string, unknown>)[name] : undefined;
}

function texts(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((text) => typeof text === 'string');
}
