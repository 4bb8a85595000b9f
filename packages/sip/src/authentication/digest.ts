import { hash } from 'node:crypto';

/** From the strongest to the weakest: RFC 8760 section 2.2, RFC 7616 section 3.7. */
export const DIGEST_ALGORITHMS = ['SHA-512-256', 'SHA-256', 'MD5'] as const;
export type DigestAlgorithm = (typeof DIGEST_ALGORITHMS)[number];

/** `auth-int` protects the body too. */
export type QualityOfProtection = 'auth' | 'auth-int';

const HASHES: Readonly<Record<DigestAlgorithm, string>> = {
  'SHA-512-256': 'sha512-256',
  'SHA-256': 'sha256',
  MD5: 'md5',
};

/** The challenge and its answer, apart from the credentials. */
export interface DigestExchange {
  readonly algorithm: DigestAlgorithm;
  readonly isSession: boolean; // `-sess`
  readonly nonce: string;
  readonly method: string;
  readonly uri: string;
  readonly body: Buffer;
  /** Null: a challenge without qop, as in RFC 2069. */
  readonly qop: QualityOfProtection | null;
  readonly cnonce: string;
  readonly nonceCount: number;
}

export interface DigestInput extends DigestExchange {
  readonly username: string;
  readonly password: string;
  readonly realm: string;
}

/** H(A1) without a session, RFC 7616 section 3.4.2, in hexadecimal: all that a registrar has to keep of a password. */
export function digestSecret(
  algorithm: DigestAlgorithm,
  { username, realm, password }: Pick<DigestInput, 'username' | 'realm' | 'password'>,
): string {
  return hash(HASHES[algorithm], `${username}:${realm}:${password}`, 'hex');
}

/** The `response` of credentials: RFC 7616 section 3.4.1, which RFC 3261 section 22.4 and RFC 8760 take over. */
export function digestResponse(input: DigestInput): string {
  return responseBySecret(digestSecret(input.algorithm, input), input);
}

/** The same for who knows no password, but its `digestSecret` alone. */
export function responseBySecret(secret: string, exchange: DigestExchange): string {
  const { algorithm, isSession, nonce, method, uri, body, qop, cnonce, nonceCount } = exchange;
  const digest = (data: string | Buffer) => hash(HASHES[algorithm], data, 'hex');
  const first = isSession ? digest(`${secret}:${nonce}:${cnonce}`) : secret;
  const second = digest(qop === 'auth-int' ? `${method}:${uri}:${digest(body)}` : `${method}:${uri}`);
  if (qop === null) return digest(`${first}:${nonce}:${second}`);
  return digest(`${first}:${nonce}:${formatNonceCount(nonceCount)}:${cnonce}:${qop}:${second}`);
}

/** Eight hexadecimal digits: RFC 7616 section 3.4. */
export function formatNonceCount(count: number): string {
  return count.toString(16).padStart(8, '0');
}
