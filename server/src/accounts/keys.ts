import type { Permission } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Principal } from '../kernel/principal.ts';
import { generateApiKey, hashApiKey } from './api-key.ts';

export interface ListedKey {
  key_id: string;
  account_id: string;
  last_four: string;
  permissions: Permission[];
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
}

/** Stores the key's digest; the key itself is in the answer and nowhere else. */
export async function createKey(
  tx: Queryable,
  options: { accountId: string; permissions: readonly Permission[]; key?: string; expiresInS?: number },
): Promise<{ keyId: string; apiKey: string }> {
  const keyId = newId('key');
  const apiKey = options.key ?? generateApiKey();
  await tx.query(
    `insert into api_keys (key_id, account_id, hash, last_four, permissions, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
    [keyId, options.accountId, hashApiKey(apiKey), apiKey.slice(-4), options.permissions, options.expiresInS ?? null],
  );
  return { keyId, apiKey };
}

/** Whose key this is, or undefined when nobody's: unknown, expired and revoked look the same from outside. */
export async function findKeyPrincipal(db: Queryable, apiKey: string): Promise<Principal | undefined> {
  const rows = await db.query<{ key_id: string; account_id: string; permissions: Permission[] }>({
    name: 'find-key-principal',
    text: `select key_id, account_id, permissions from api_keys
           where hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
    values: [hashApiKey(apiKey)],
  });
  const row = rows[0];
  return (
    row && {
      accountId: row.account_id,
      permissions: row.permissions,
      actor: { type: 'key', id: row.key_id },
    }
  );
}

export async function listKeys(db: Queryable, accountId?: string): Promise<ListedKey[]> {
  return db.query<ListedKey>(
    `select key_id, account_id, last_four, permissions, created_at, last_used_at, expires_at, revoked_at
     from api_keys where $1::text is null or account_id = $1 order by created_at, key_id`,
    [accountId ?? null],
  );
}

export async function revokeKey(db: Queryable, keyId: string): Promise<boolean> {
  const rows = await db.query(
    'update api_keys set revoked_at = coalesce(revoked_at, now()) where key_id = $1 returning key_id',
    [keyId],
  );
  return rows.length > 0;
}

/** A new key with the permissions of an old one, which stays valid for `overlapS`. Undefined: no such key, or over already. */
export async function rotateKey(
  tx: Queryable,
  keyId: string,
  overlapS: number,
): Promise<{ keyId: string; apiKey: string } | undefined> {
  const rows = await tx.query<{ account_id: string; permissions: Permission[] }>(
    `update api_keys set expires_at = least(expires_at, now() + make_interval(secs => $2))
     where key_id = $1 and revoked_at is null and (expires_at is null or expires_at > now())
     returning account_id, permissions`,
    [keyId, overlapS],
  );
  const old = rows[0];
  return old && createKey(tx, { accountId: old.account_id, permissions: old.permissions });
}

/** Written at most once a minute for each key, so that reading a key stays a read. */
export async function touchKeys(db: Queryable, keyIds: string[]): Promise<void> {
  await db.query('update api_keys set last_used_at = now() where key_id = any($1)', [keyIds]);
}
