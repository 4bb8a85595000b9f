import { timingSafeEqual } from 'node:crypto';
import { parseChallenges } from '../authentication/challenge.ts';
import { type DigestAlgorithm, responseBySecret } from '../authentication/digest.ts';
import type { ResponseParts } from '../messages/create-response.ts';
import type { SipRequest } from '../messages/message.ts';
import { parseUri } from '../messages/uri.ts';
import type { StatelessResponder } from '../stateless-responder.ts';
import type { Hop } from '../transports/transport.ts';
import { type Binding, type BindingChange, readBindingChange, SHORTEST_S } from './binding.ts';
import { Nonces } from './nonces.ts';

/** What `digestSecret` makes of the password, by the algorithms that are taken of the user, in the order in which they are offered (RFC 8760 section 2.3). */
type UserSecrets = Readonly<Partial<Record<DigestAlgorithm, string>>>;

export interface RegistrarOptions {
  readonly realm: string;
  /** What one who is not known is asked for: as most users are. */
  readonly usualAlgorithm: DigestAlgorithm;
  /** Null: there is no such user. */
  secretsOf(username: string): Promise<UserSecrets | null>;
  /** Keeps what the user asks for, and returns all that is kept; `out_of_order`: a later request was there first. */
  bind(username: string, change: BindingChange): Promise<readonly Binding[] | 'out_of_order'>;
}

const TRY_LATER = { 'Retry-After': '5' }; // seconds

/**
 * RFC 3261 section 10.3, for users who are known by Digest. Without state of its own: a repeated request is done twice, which is as once.
 */
export class Registrar {
  readonly #responder: StatelessResponder;
  readonly #options: RegistrarOptions;
  readonly #nonces = new Nonces();

  constructor(responder: StatelessResponder, options: RegistrarOptions) {
    this.#responder = responder;
    this.#options = options;
  }

  receive(request: SipRequest, source: Hop): void {
    this.#judge(request, source).then(
      ({ status, ...parts }) => this.#responder.respond(request, source, status, parts),
      () => this.#responder.respond(request, source, 503, { headers: TRY_LATER }),
    );
  }

  async #judge(request: SipRequest, source: Hop): Promise<{ status: number } & ResponseParts> {
    const identity = await this.#identify(request, source);
    if (typeof identity === 'object') return this.#challenge(request, source, identity.isStale);
    // Step 4: a user registers for that user alone.
    if (parseUri(request.to.uri)?.user !== identity) return { status: 403 };
    const change = readBindingChange(request, source);
    if (change === 'malformed') return { status: 400 };
    if (change === 'too_brief') return { status: 423, headers: { 'Min-Expires': String(SHORTEST_S) } };
    const bindings = await this.#options.bind(identity, change);
    if (bindings === 'out_of_order') return { status: 500 };
    const contacts = bindings.map(({ uri, expiresS }) => `<${uri}>;expires=${expiresS}`);
    const date = new Date().toUTCString();
    return { status: 200, headers: { ...(contacts.length > 0 && { Contact: contacts }), Date: date } };
  }

  /** The user whose password was known, or that it has to be shown. */
  async #identify(request: SipRequest, source: Hop): Promise<string | { isStale: boolean }> {
    for (const { scheme, params } of request.headers.all('authorization').flatMap(parseChallenges)) {
      const [username, nonce] = [params.get('username'), params.get('nonce')];
      if (scheme !== 'digest' || params.get('realm') !== this.#options.realm || !username || !nonce) continue;
      const age = this.#nonces.judge(nonce, source.host);
      if (age === 'foreign') continue;
      if (!(await this.#knows(username, request, params))) continue;
      return age === 'stale' ? { isStale: true } : username;
    }
    return { isStale: false };
  }

  async #knows(
    username: string,
    { method, body }: SipRequest,
    params: ReadonlyMap<string, string | null>,
  ): Promise<boolean> {
    const name = (params.get('algorithm') ?? 'MD5').toUpperCase();
    const secrets = (await this.#options.secretsOf(username)) ?? {};
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

  async #challenge(request: SipRequest, source: Hop, isStale: boolean): Promise<{ status: number } & ResponseParts> {
    const user = parseUri(request.to.uri)?.user;
    const secrets = user ? await this.#options.secretsOf(user) : null;
    const nonce = this.#nonces.make(source.host);
    const algorithms = secrets ? entriesOf(secrets).map(([algorithm]) => algorithm) : [this.#options.usualAlgorithm];
    const challenges = algorithms.map(
      (algorithm) =>
        `Digest realm="${this.#options.realm}", nonce="${nonce}", algorithm=${algorithm}, qop="auth"${isStale ? ', stale=true' : ''}`,
    );
    return { status: 401, headers: { 'WWW-Authenticate': challenges } };
  }
}

const entriesOf = (secrets: UserSecrets) => Object.entries(secrets) as [DigestAlgorithm, string][];
