import { allows, type Permission } from '@parley/contract';
import { findKeyPrincipal, touchKeys } from '../accounts/keys.ts';
import type { Database } from '../db/index.ts';
import { Lane } from '../kernel/lane.ts';
import { limitKeyOf, type Principal } from '../kernel/principal.ts';
import { type RateState, RequestError } from '../kernel/request-error.ts';
import { RateLimiter } from './rate-limiter.ts';

const TOUCH_EVERY_MS = 60_000;
/** Decisions, keys, plans and limits. */
const REQUESTS_A_MINUTE = 6000;
/** From one client; beyond it a wrong key is 429. */
const WRONG_KEYS_A_MINUTE = 6000;
/** Keys of clients beyond that limit which are looked up at once: a flood gets no more of the database. */
const SUSPECT_LOOKUPS = 2;

/** Knows who asks, by the key in the header, and how often. A client is a network, as `clientNetwork` names it. */
export class Authentication {
  readonly #db: Database;
  readonly #requests = new RateLimiter(REQUESTS_A_MINUTE);
  readonly #wrongKeys = new RateLimiter(WRONG_KEYS_A_MINUTE);
  readonly #suspects = new Lane(SUSPECT_LOOKUPS);
  readonly #touchedMs = new Map<string, number>();
  /** Keys that were right a moment ago, so that a flood of wrong ones cannot keep them out. */
  readonly #recentlyRight = new Set<string>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Section 5: whose key it is, or 401. A valid key is never refused for what else comes from its address. */
  async authenticate(authorization: string | undefined, client: string): Promise<Principal> {
    const key = /^Bearer +(\S{1,256})$/i.exec(authorization ?? '')?.[1];
    if (key === undefined) {
      throw new RequestError('unauthorized', 'Send your API key in the header: Authorization: Bearer <API_KEY>');
    }
    const principal = await this.#lookUp(key, client);
    if (principal) {
      this.#remember(key);
      if (principal.actor.type === 'key') this.#touch(principal.actor.id);
      return principal;
    }
    this.#recentlyRight.delete(key);
    this.#wrongKeys.count(client);
    throw new RequestError('unauthorized', 'This API key is not valid. It may be revoked or expired.');
  }

  #lookUp(key: string, client: string): Promise<Principal | undefined> {
    const find = () => findKeyPrincipal(this.#db, key);
    const suspect = !this.#recentlyRight.has(key) && this.#wrongKeys.state(client).remaining === 0;
    return suspect ? this.#suspects.run(find) : find();
  }

  /** Section 5: 403 when the key may not do this. */
  permit(principal: Principal, permission: Permission): void {
    if (allows(principal.permissions, permission)) return;
    throw new RequestError(
      'forbidden',
      `${principal.actor.type === 'user' ? 'Your role' : 'This API key'} lacks the permission ${permission}.`,
    );
  }

  /** Counts a request of this key, or throws 429. */
  count(principal: Principal): RateState {
    return this.#requests.count(limitKeyOf(principal));
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

  #touch(keyId: string): void {
    const nowMs = Date.now();
    if (nowMs - (this.#touchedMs.get(keyId) ?? 0) < TOUCH_EVERY_MS) return;
    this.#touchedMs.set(keyId, nowMs);
    // Last use is a courtesy: a response never waits for it, nor fails with it.
    touchKeys(this.#db, [keyId]).catch(() => this.#touchedMs.delete(keyId));
  }
}
