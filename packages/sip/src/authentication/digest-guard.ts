import { timingSafeEqual } from 'node:crypto';
import type { ResponseParts } from '../messages/create-response.ts';
import type { SipRequest } from '../messages/message.ts';
import { parseChallenges } from './challenge.ts';
import { type DigestAlgorithm, responseBySecret } from './digest.ts';
import { Nonces } from './nonces.ts';

/** What `digestSecret` makes of the password, by the algorithms that are taken of the user, in the order in which they are offered (RFC 8760 section 2.3). */
type UserSecrets = Readonly<Partial<Record<DigestAlgorithm, string>>>;

export interface DigestUsers {
  readonly realm: string;
  /** What one who is not known is asked for: as most users are. */
  readonly usualAlgorithm: DigestAlgorithm;
  /** Null: there is no such user. */
  secretsOf(username: string): Promise<UserSecrets | null>;
}

/** Asks requests for the password of a user by Digest: RFC 3261 section 22, as the one who challenges. Without state of its own. */
export class DigestGuard {
  readonly #users: DigestUsers;
  readonly #nonces = new Nonces();

  constructor(users: DigestUsers) {
    this.#users = users;
  }

  /** The user whose password was known, or that it has to be shown. `host`: where the request came from. */
  async identify(request: SipRequest, host: string): Promise<string | { isStale: boolean }> {
    for (const { scheme, params } of request.headers.all('authorization').flatMap(parseChallenges)) {
      const [username, nonce] = [params.get('username'), params.get('nonce')];
      if (scheme !== 'digest' || params.get('realm') !== this.#users.realm || !username || !nonce) continue;
      const age = this.#nonces.judge(nonce, host);
      if (age === 'foreign') continue;
      if (!(await this.#knows(username, request, params))) continue;
      return age === 'stale' ? { isStale: true } : username;
    }
    return { isStale: false };
  }

  /** The 401 for one who has to show the password of `username`; null: the request names no user. */
  async challenge(
    username: string | null,
    host: string,
    { isStale }: { isStale: boolean },
  ): Promise<{ status: number } & ResponseParts> {
    const secrets = username ? await this.#users.secretsOf(username) : null;
    const nonce = this.#nonces.make(host);
    const algorithms = secrets ? entriesOf(secrets).map(([algorithm]) => algorithm) : [this.#users.usualAlgorithm];
    const challenges = algorithms.map(
      (algorithm) =>
        `Digest realm="${this.#users.realm}", nonce="${nonce}", algorithm=${algorithm}, qop="auth"${isStale ? ', stale=true' : ''}`,
    );
    return { status: 401, headers: { 'WWW-Authenticate': challenges } };
  }

  async #knows(
    username: string,
    { method, body }: SipRequest,
    params: ReadonlyMap<string, string | null>,
  ): Promise<boolean> {
    const name = (params.get('algorithm') ?? 'MD5').toUpperCase();
    const secrets = (await this.#users.secretsOf(username)) ?? {};
    const [algorithm, secret] = entriesOf(secrets).find(([known]) => known === name) ?? [];
    // Ours alone is `auth`: every telephone has it, and there is nothing to protect in the body.
    if (!algorithm || !secret || params.get('qop') !== 'auth') return false;
    const expected = responseBySecret(secret, {
      ...{ algorithm, isSession: false, method, body, qop: 'auth' },
      nonce: params.get('nonce') ?? '',
      uri: params.get('uri') ?? '',
      cnonce: params.get('cnonce') ?? '',
      nonceCount: Number.parseInt(params.get('nc') ?? '', 16),
    });
    const given = Buffer.from((params.get('response') ?? '').toLowerCase());
    return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
  }
}

const entriesOf = (secrets: UserSecrets) => Object.entries(secrets) as [DigestAlgorithm, string][];
