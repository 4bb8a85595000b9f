import type { Permission } from '@parley/contract';
import { findKeyOwner, type KeyOwner, touchKeys } from '../accounts/keys.ts';
import type { Database } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';

const TOUCH_EVERY_MS = 60_000;

/** Knows who asks, by the key in the header. */
export class Authentication {
  readonly #db: Database;
  readonly #touchedMs = new Map<string, number>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Section 5: 401 without a valid key, 403 when the key may not do this. */
  async ownerOf(authorization: string | undefined, permission: Permission): Promise<KeyOwner> {
    const key = /^Bearer +(\S{1,256})$/i.exec(authorization ?? '')?.[1];
    if (key === undefined) {
      throw new RequestError('unauthorized', 'Send your API key in the header: Authorization: Bearer <API_KEY>');
    }
    const owner = await findKeyOwner(this.#db, key);
    if (!owner) throw new RequestError('unauthorized', 'This API key is not valid. It may be revoked or expired.');
    if (!owner.permissions.includes(permission)) {
      throw new RequestError('forbidden', `This API key lacks the permission ${permission}.`);
    }
    this.#touch(owner.keyId);
    return owner;
  }

  #touch(keyId: string): void {
    const nowMs = Date.now();
    if (nowMs - (this.#touchedMs.get(keyId) ?? 0) < TOUCH_EVERY_MS) return;
    this.#touchedMs.set(keyId, nowMs);
    // Last use is a courtesy: an answer never waits for it, nor fails with it.
    touchKeys(this.#db, [keyId]).catch(() => this.#touchedMs.delete(keyId));
  }
}
