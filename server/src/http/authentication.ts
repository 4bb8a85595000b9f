import type { IncomingMessage } from 'node:http';
import { allows, type Permission } from '@parley/contract';
import { findKeyPrincipal, touchKeys } from '../accounts/keys.ts';
import { findSessionPrincipal, touchSession } from '../accounts/sessions.ts';
import type { Database } from '../db/index.ts';
import { Lane } from '../kernel/lane.ts';
import { limitKeyOf, type Principal } from '../kernel/principal.ts';
import { type RateState, RequestError } from '../kernel/request-error.ts';
import { type Asking, askingToUpgrade } from './asking.ts';
import { sessionTokenOf } from './cookies.ts';
import { refuseForeignPage, refuseForeignPageIfAny } from './own-origin.ts';
import { RateLimiter } from './rate-limiter.ts';

const TOUCH_EVERY_MS = 60_000;
/** Decisions, keys, plans and limits. */
const REQUESTS_A_MINUTE = 6000;
/** From one client, without saying who it is: signing in, and opening links. */
const ANONYMOUS_REQUESTS_A_MINUTE = 600;
/** From one client; beyond it a wrong key is 429. */
const WRONG_KEYS_A_MINUTE = 6000;
/** Keys of clients beyond that limit which are looked up at once: a flood gets no more of the database. */
const SUSPECT_LOOKUPS = 2;

/** Methods that change nothing: what they answer no other site can read. */
const SAFE_METHODS = new Set(['GET', 'HEAD']);

interface AuthenticationOptions {
  /** Where the service says that it is. */
  publicUrl(): string;
}

/**
 * Authenticates requests by the key in the header or the session in the cookie, and limits their rate. A client is a
 * network, as `clientNetwork` names it.
 */
export class Authentication {
  readonly #db: Database;
  readonly #publicUrl: () => string;
  readonly #requests = new RateLimiter(REQUESTS_A_MINUTE);
  readonly #anonymous = new RateLimiter(ANONYMOUS_REQUESTS_A_MINUTE);
  readonly #wrongKeys = new RateLimiter(WRONG_KEYS_A_MINUTE);
  readonly #suspects = new Lane(SUSPECT_LOOKUPS);
  readonly #touchedMs = new Map<string, number>();
  /** Keys that were right a moment ago, so that a flood of wrong ones cannot keep them out. */
  readonly #recentlyRight = new Set<string>();

  constructor(db: Database, { publicUrl }: AuthenticationOptions) {
    this.#db = db;
    this.#publicUrl = publicUrl;
  }

  /**
   * Section 5: whose key or session it is, or 401. A key comes first: a cookie beside it is not looked at. A session may
   * change things for our own pages alone: 403. A valid key is never refused for what else comes from its address.
   */
  async authenticate(request: Asking): Promise<Principal> {
    const { authorization, cookie } = request.headers;
    if (authorization !== undefined || sessionTokenOf(cookie) === undefined) {
      return this.#byKey(authorization, request.client);
    }
    if (!SAFE_METHODS.has(request.method)) refuseForeignPage(request, this.#publicUrl());
    const session = sessionTokenOf(cookie, request.isSecure);
    return session === undefined ? this.#byKey(undefined, request.client) : this.#bySession(session, request.client);
  }

  /** The same for a WebSocket, which pages of other sites may open and then read: a session always needs our own page. */
  async authenticateUpgrade(message: IncomingMessage): Promise<Principal> {
    const request = askingToUpgrade(message);
    const principal = await this.authenticate(request);
    if (principal.actor.type === 'user') refuseForeignPage(request, this.#publicUrl());
    return principal;
  }

  /** For what changes things without a login: a page of another site must not sign a user in. */
  refuseForeignPage(request: Asking): void {
    if (!SAFE_METHODS.has(request.method)) refuseForeignPageIfAny(request, this.#publicUrl());
  }

  async #byKey(authorization: string | undefined, client: string): Promise<Principal> {
    const key = /^Bearer +(\S{1,256})$/i.exec(authorization ?? '')?.[1];
    if (key === undefined) {
      throw new RequestError(
        'unauthorized',
        'Send your API key in the header: Authorization: Bearer <API_KEY>. People sign in at the dashboard.',
      );
    }
    const principal = await this.#lookUp(key, client, () => findKeyPrincipal(this.#db, key));
    if (principal) return principal;
    throw new RequestError('unauthorized', 'This API key is not valid. It may be revoked or expired.');
  }

  async #bySession(token: string, client: string): Promise<Principal> {
    const principal = await this.#lookUp(token, client, () => findSessionPrincipal(this.#db, token));
    if (principal) return principal;
    throw new RequestError('unauthorized', 'You are signed out. Sign in again.');
  }

  async #lookUp(
    credential: string,
    client: string,
    find: () => Promise<Principal | undefined>,
  ): Promise<Principal | undefined> {
    const isSuspect = !this.#recentlyRight.has(credential) && this.#wrongKeys.state(client).remaining === 0;
    const principal = await (isSuspect ? this.#suspects.run(find) : find());
    if (principal) {
      this.#remember(credential);
      this.#touch(principal);
      return principal;
    }
    this.#recentlyRight.delete(credential);
    this.#wrongKeys.count(client);
    return undefined;
  }

  /** Section 5: 403 when the key, or the role of the user, may not do this. `signed-in`: every user may, and no key. */
  permit({ actor, permissions }: Principal, permission: Permission | 'signed-in'): void {
    if (permission === 'signed-in') {
      if (actor.type === 'user') return;
      throw new RequestError('forbidden', 'This is for people who are signed in to the dashboard, not for API keys.');
    }
    if (allows(permissions, permission)) return;
    throw new RequestError(
      'forbidden',
      `${actor.type === 'user' ? 'Your role' : 'This API key'} lacks the permission ${permission}.`,
    );
  }

  /** Counts a request of this key or session, or throws 429. */
  count(principal: Principal): RateState {
    return this.#requests.count(limitKeyOf(principal));
  }

  /** Counts a request that needs no key, or throws 429. */
  countAnonymous(client: string): RateState {
    return this.#anonymous.count(client);
  }

  rate(principal: Principal): RateState {
    return this.#requests.state(limitKeyOf(principal));
  }

  /** For responses to requests without a valid key: what is left of wrong keys for this client. */
  anonymousRate(client: string): RateState {
    return this.#wrongKeys.state(client);
  }

  #remember(key: string): void {
    if (this.#recentlyRight.size >= 10_000) this.#recentlyRight.clear();
    this.#recentlyRight.add(key);
  }

  #touch({ actor }: Principal): void {
    const id = actor.type === 'user' ? actor.sessionId : actor.id;
    if (id === null) return;
    const nowMs = Date.now();
    if (nowMs - (this.#touchedMs.get(id) ?? 0) < TOUCH_EVERY_MS) return;
    if (this.#touchedMs.size >= 10_000) this.#touchedMs.clear();
    this.#touchedMs.set(id, nowMs);
    // Last use is a courtesy: a response never waits for it, nor fails with it.
    const touched = actor.type === 'user' ? touchSession(this.#db, id) : touchKeys(this.#db, [id]);
    touched.catch(() => this.#touchedMs.delete(id));
  }
}
