import {
  type ApiKey,
  allows,
  type ChangeKey,
  type CreatedKey,
  type Permission,
  type Role,
  rolePermissions,
} from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Acting, Principal } from '../kernel/principal.ts';
import { unixSeconds } from '../kernel/unix-seconds.ts';
import { generateApiKey, hashApiKey } from './api-key.ts';

interface KeyRow {
  key_id: string;
  name: string | null;
  permissions: Permission[];
  last_four: string;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
}

const COLUMNS = 'key_id, name, permissions, last_four, created_at, last_used_at, expires_at';

function toKey(row: KeyRow): ApiKey {
  return {
    key_id: row.key_id,
    name: row.name,
    permissions: row.permissions,
    last_four: row.last_four,
    created_at: unixSeconds(row.created_at),
    last_used_at: unixSeconds(row.last_used_at),
    expires_at: unixSeconds(row.expires_at),
  };
}

interface NewKey {
  name: string | null;
  permissions: readonly Permission[];
  key?: string;
  expiresInS?: number | null;
}

/** Stores the key's digest; the key itself is in the answer and nowhere else. */
export async function createKey(
  tx: Queryable,
  acting: Acting,
  { name, permissions, key: apiKey = generateApiKey(), expiresInS = null }: NewKey,
): Promise<CreatedKey> {
  const rows = await tx.query<KeyRow>(
    `insert into api_keys (key_id, account_id, name, hash, last_four, permissions, lifetime_s, expires_at, maker_id)
     values ($1, $2, $3, $4, $5, $6, $7::int, now() + make_interval(secs => $7::int),
       case $8 when 'user' then $9 when 'key' then (select maker_id from api_keys where key_id = $9) end)
     returning ${COLUMNS}`,
    [
      ...[newId('key'), acting.accountId, name, hashApiKey(apiKey), apiKey.slice(-4), permissions, expiresInS],
      ...[acting.actor.type, acting.actor.id],
    ],
  );
  const key = toKey(rows[0]!);
  await audit(tx, acting, { action: 'key.created', target: key.key_id, after: key });
  return { ...key, api_key: apiKey };
}

/**
 * The owner of this key, or undefined: unknown, expired and revoked look the same from outside, and so does one
 * whose maker was removed or disabled. What a maker has lost, the key has lost as well.
 */
export async function findKeyPrincipal(db: Queryable, apiKey: string): Promise<Principal | undefined> {
  const rows = await db.query<{ key_id: string; account_id: string; permissions: Permission[]; role: Role | null }>({
    name: 'find-key-principal',
    text: `select k.key_id, k.account_id, k.permissions, u.role from api_keys k left join users u on u.user_id = k.maker_id
           where k.hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
             and (k.maker_id is null or (u.status = 'active' and u.removed_at is null))`,
    values: [hashApiKey(apiKey)],
  });
  const row = rows[0];
  if (!row) return undefined;
  const { account_id: accountId, permissions, role } = row;
  const held = role === null ? permissions : permissions.filter((each) => allows(rolePermissions[role], each));
  return { accountId, permissions: held, actor: { type: 'key', id: row.key_id } };
}

/** Those that are not revoked, newest first. */
export async function listKeys(db: Queryable, accountId: string): Promise<ApiKey[]> {
  const rows = await db.query<KeyRow>(
    `select ${COLUMNS} from api_keys where account_id = $1 and revoked_at is null order by created_at desc, key_id desc`,
    [accountId],
  );
  return rows.map(toKey);
}

export async function findKey(db: Queryable, accountId: string, keyId: string): Promise<ApiKey | undefined> {
  const rows = await db.query<KeyRow>(
    `select ${COLUMNS} from api_keys where account_id = $1 and key_id = $2 and revoked_at is null`,
    [accountId, keyId],
  );
  return rows[0] && toKey(rows[0]);
}

/** Locked until the transaction ends. */
async function lockKey(tx: Queryable, accountId: string, keyId: string): Promise<ApiKey | undefined> {
  const rows = await tx.query<KeyRow>(
    `select ${COLUMNS} from api_keys where account_id = $1 and key_id = $2 and revoked_at is null for update`,
    [accountId, keyId],
  );
  return rows[0] && toKey(rows[0]);
}

/** Undefined: the account has no such key. */
export function changeKey(
  db: Database,
  acting: Acting,
  keyId: string,
  { name }: ChangeKey,
): Promise<ApiKey | undefined> {
  return db.transaction(async (tx) => {
    const before = await lockKey(tx, acting.accountId, keyId);
    if (!before || name === undefined || name === before.name) return before;
    await tx.query('update api_keys set name = $2 where key_id = $1', [keyId, name]);
    await audit(tx, acting, {
      action: 'key.updated',
      target: keyId,
      before: { name: before.name },
      after: { name },
    });
    return { ...before, name };
  });
}

/** False: the account has no such key. */
export async function revokeKey(tx: Queryable, acting: Acting, keyId: string): Promise<boolean> {
  const before = await lockKey(tx, acting.accountId, keyId);
  if (!before) return false;
  await tx.query('update api_keys set revoked_at = now() where key_id = $1', [keyId]);
  await audit(tx, acting, { action: 'key.revoked', target: keyId, before });
  return true;
}

/**
 * A new key with the name, permissions and lifetime of an old one, which stays valid for `overlapS`. Undefined: no such
 * key, or over already.
 */
export async function rotateKey(
  tx: Queryable,
  acting: Acting,
  keyId: string,
  overlapS: number,
): Promise<CreatedKey | undefined> {
  const rows = await tx.query<KeyRow & { lifetime_s: number | null }>(
    `update api_keys set expires_at = least(expires_at, now() + make_interval(secs => $3))
     where account_id = $1 and key_id = $2 and revoked_at is null and (expires_at is null or expires_at > now())
     returning ${COLUMNS}, lifetime_s`,
    [acting.accountId, keyId, overlapS],
  );
  const old = rows[0];
  if (!old) return undefined;
  await audit(tx, acting, { action: 'key.rotated', target: keyId, after: toKey(old) });
  return createKey(tx, acting, { name: old.name, permissions: old.permissions, expiresInS: old.lifetime_s });
}

export interface OperatorsKey extends ApiKey {
  account_id: string;
  revoked_at: number | null;
}

/** Of one account or of all, those that are revoked too, oldest first: for the operator alone. */
export async function listOperatorsKeys(db: Queryable, accountId?: string): Promise<OperatorsKey[]> {
  const rows = await db.query<KeyRow & { account_id: string; revoked_at: Date | null }>(
    `select ${COLUMNS}, account_id, revoked_at from api_keys
     where $1::text is null or account_id = $1 order by created_at, key_id`,
    [accountId ?? null],
  );
  return rows.map((row) => ({
    ...toKey(row),
    account_id: row.account_id,
    revoked_at: unixSeconds(row.revoked_at),
  }));
}

export async function accountOfKey(db: Queryable, keyId: string): Promise<string | undefined> {
  const rows = await db.query<{ account_id: string }>('select account_id from api_keys where key_id = $1', [keyId]);
  return rows[0]?.account_id;
}

/** Written at most once a minute for each key, so that reading a key stays a read. */
export async function touchKeys(db: Queryable, keyIds: string[]): Promise<void> {
  await db.query('update api_keys set last_used_at = now() where key_id = any($1)', [keyIds]);
}
