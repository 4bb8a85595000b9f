import { timingSafeEqual } from 'node:crypto';
import type { ResponseParts } from '../messages/create-response.ts';
import type { SipRequest } from '../messages/message.ts';
import type { Hop } from '../transports/transport.ts';
import { parseChallenges } from './challenge.ts';
import { type DigestAlgorithm, responseBySecret } from './digest.ts';
import { NonceCounts } from './nonce-counts.ts';
import { Nonces } from './nonces.ts';
import { isSameResource } from './same-resource.ts';

/** What `digestSecret` makes of the password, by the algorithms that are taken of the user, in the order in which they are offered (RFC 8760 section 2.3). */
type UserSecrets = Readonly<Partial<Record<DigestAlgorithm, string>>>;

/** Of one realm in one request: each algorithm may have its own (RFC 8760 section 2.4). More would only be looked up. */
const MOST_CREDENTIALS = 4;

export interface DigestUsers {
  readonly realm: string;
  /** What one who is not known is asked for: as most users are. */
  readonly usualAlgorithm: DigestAlgorithm;
  /** Null: there is no such user. */
  secretsOf(username: string): Promise<UserSecrets | null>;
}

/** Whose request it is, or what it is answered with. */
export type Identity = { readonly username: string } | ({ readonly status: number } & ResponseParts);

/** Asks requests for the password of a user by Digest: RFC 3261 section 22, as the one who challenges. */
export class DigestGuard {
  readonly #users: DigestUsers;
  readonly #nonces = new Nonces();
  readonly #counts = new NonceCounts();

  constructor(users: DigestUsers) {
    this.#users = users;
  }

  /** `claimed`: the user whose password is asked for where none is shown; null: the request names no user. */
  async identify(request: SipRequest, source: Hop, claimed: string | null): Promise<Identity> {
    let isStale = false;
    const ours = request.headers
      .all('authorization')
      .flatMap(parseChallenges)
      .filter(({ scheme, params }) => scheme === 'digest' && params.get('realm') === this.#users.realm);
    for (const { params } of ours.slice(0, MOST_CREDENTIALS)) {
      const [username, nonce] = [params.get('username'), params.get('nonce')];
      if (!username || !nonce) continue;
      if (!(await this.#knows(username, request, params))) continue;
      // RFC 7616 section 3.4.6: credentials that were meant for another resource are no wrong password.
      if (!isSameResource(params.get('uri') ?? '', request.uri)) return { status: 400, reason: 'Other Digest URI' };
      const count = nonceCountOf(params);
      if (this.#nonces.judge(nonce, source.host) === 'fresh' && this.#counts.take(nonce, count, request, source))
        return { username };
      // Section 3.3: the password is known, and need not be asked for. Also of a nonce that another process has made.
      isStale = true;
    }
    return this.#challenge(claimed, source.host, isStale);
  }

  async #challenge(username: string | null, host: string, isStale: boolean): Promise<Identity> {
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
      nonceCount: nonceCountOf(params),
    });
    const given = Buffer.from((params.get('response') ?? '').toLowerCase());
    return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
  }
}

const nonceCountOf = (params: ReadonlyMap<string, string | null>) => Number.parseInt(params.get('nc') ?? '', 16);

const entriesOf = (secrets: UserSecrets) => Object.entries(secrets) as [DigestAlgorithm, string][];
