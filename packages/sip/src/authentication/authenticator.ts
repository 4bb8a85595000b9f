import { randomBytes } from 'node:crypto';
import type { SipRequest, SipResponse } from '../messages/message.ts';
import { quote } from '../messages/scanner.ts';
import { parseChallenges } from './challenge.ts';
import { DIGEST_ALGORITHMS, digestResponse, formatNonceCount } from './digest.ts';
import { type DigestChallenge, readDigestChallenge } from './digest-challenge.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Why a 401 or 407 stays the last word. */
export type AuthenticationFailure =
  | 'no_credentials'
  /** The peer has seen them and asks again. */
  | 'wrong_credentials'
  /** No challenge by Digest with an algorithm that is known. */
  | 'unsupported_challenge';

/** Where challenges come, and where credentials go: RFC 3261 sections 22.2 and 22.3. */
const HEADERS = [
  { challenge: 'www-authenticate', credentials: 'authorization' },
  { challenge: 'proxy-authenticate', credentials: 'proxy-authorization' },
] as const;

type CredentialsHeader = (typeof HEADERS)[number]['credentials'];

/** A nonce that credentials are made with, again and again, until the peer gives another. */
interface NonceUse {
  readonly header: CredentialsHeader;
  readonly challenge: DigestChallenge;
  readonly cnonce: string;
  count: number;
}

/** The challenges that one request has met. */
export class ChallengeHistory {
  readonly realms = new Set<string>();
  repeats = 0;
}

/** More than the realms and stale nonces of one way: a peer that asks more often would ask forever. */
const MOST_REPEATS = 5;
const CNONCE_BYTES = 8;

/** Makes the credentials of one call or registration, and remembers its challenges: the next request has them at once. */
export class Authenticator {
  readonly #credentials: Credentials | null;
  readonly #uses = new Map<string, NonceUse>(); // by header and realm

  constructor(credentials: Credentials | null = null) {
    this.#credentials = credentials;
  }

  /** Gives the request credentials for all challenges that are known, each with the next nonce count. */
  authorize(request: SipRequest): void {
    const credentials = this.#credentials;
    if (!credentials || this.#uses.size === 0) return;
    for (const { credentials: header } of HEADERS) {
      const values = [...this.#uses.values()]
        .filter((use) => use.header === header)
        .map((use) => formatCredentials(use, request, credentials));
      if (values.length > 0) request.headers.set(header, values);
    }
  }

  /**
   * Takes note of a 401 or 407. Null: with `authorize` the request may be sent again. A realm that has had credentials for a
   * challenge of this request and does not say that only their nonce is stale has refused them.
   */
  takeChallenge(response: SipResponse, history: ChallengeHistory): AuthenticationFailure | null {
    if (!this.#credentials) return 'no_credentials';
    const found = challengesOf(response);
    if (found.length === 0) return 'unsupported_challenge';
    history.repeats += 1;
    const isRefused = found.some(({ key, challenge }) => history.realms.has(key) && !challenge.isStale);
    if (isRefused || history.repeats > MOST_REPEATS) return 'wrong_credentials';
    for (const { key, header, challenge } of found) {
      history.realms.add(key);
      this.#uses.set(key, { header, challenge, cnonce: randomBytes(CNONCE_BYTES).toString('hex'), count: 0 });
    }
    return null;
  }
}

interface FoundChallenge {
  readonly key: string;
  readonly header: CredentialsHeader;
  readonly challenge: DigestChallenge;
}

/** The strongest of each realm. */
function challengesOf(response: SipResponse): FoundChallenge[] {
  const strongest = new Map<string, FoundChallenge>();
  for (const { challenge: name, credentials: header } of HEADERS) {
    for (const challenge of response.headers.all(name).flatMap(parseChallenges).map(readDigestChallenge)) {
      if (!challenge) continue;
      const key = `${header} ${challenge.realm}`;
      const known = strongest.get(key);
      if (!known || rankOf(challenge) < rankOf(known.challenge)) strongest.set(key, { key, header, challenge });
    }
  }
  return [...strongest.values()];
}

const rankOf = ({ algorithm }: DigestChallenge) => DIGEST_ALGORITHMS.indexOf(algorithm);

/** RFC 7616 section 3.4, with the quotes that RFC 3261 section 25.1 asks for. */
function formatCredentials(
  use: NonceUse,
  { method, uri, body }: SipRequest,
  { username, password }: Credentials,
): string {
  const { challenge, cnonce } = use;
  const { realm, nonce, opaque, algorithmName, qop } = challenge;
  use.count += 1;
  const response = digestResponse({
    ...challenge,
    username,
    password,
    method,
    uri,
    body,
    cnonce,
    nonceCount: use.count,
  });
  const parts = [
    ...[`username=${quote(username)}`, `realm=${quote(realm)}`, `nonce=${quote(nonce)}`, `uri=${quote(uri)}`],
    `response="${response}"`,
    ...(algorithmName === null ? [] : [`algorithm=${algorithmName}`]),
    ...(qop === null && !challenge.isSession ? [] : [`cnonce="${cnonce}"`]),
    ...(qop === null ? [] : [`qop=${qop}`, `nc=${formatNonceCount(use.count)}`]),
    ...(opaque === null ? [] : [`opaque=${quote(opaque)}`]),
  ];
  return `Digest ${parts.join(', ')}`;
}
