import { hash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type ChangeSoftphone,
  type CreatedSoftphone,
  type CreateSoftphone,
  type Softphone,
  type SoftphoneList,
  softphoneDefaults,
} from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';

/** RFC 3261, section 22.1: what a password is for. Stored hashes have it in them. */
export const SOFTPHONE_REALM = 'parley';
const PASSWORD_BYTES = 16;
const SUFFIX_BYTES = 4;

interface SoftphoneRow {
  softphone_id: string;
  name: string;
  username: string;
  srtp: Softphone['srtp'];
  digest: Softphone['digest'];
  created_at: Date;
  contacts: { address: string; user_agent: string | null; expires_at: number }[];
}

/** With where each is reached now. */
const SOFTPHONES = `select softphone_id, name, username, srtp, digest, created_at, coalesce(reached.contacts, '[]') as contacts
     from softphones left join lateral (
       select json_agg(json_build_object('address', concat_ws(':', protocol, host, port), 'user_agent', user_agent,
         'expires_at', floor(extract(epoch from expires_at))) order by registered_at desc) as contacts
       from softphone_contacts
       where softphone_contacts.softphone_id = softphones.softphone_id and expires_at > clock_timestamp()
     ) as reached on true`;

export async function listSoftphones(db: Queryable, accountId: string): Promise<SoftphoneList> {
  const rows = await db.query<SoftphoneRow>(`${SOFTPHONES} where account_id = $1 order by name`, [accountId]);
  return { data: rows.map(toSoftphone), total: rows.length };
}

/** Null: the account has no such softphone. */
export async function readSoftphone(db: Queryable, accountId: string, softphoneId: string): Promise<Softphone | null> {
  const [row] = await db.query<SoftphoneRow>(`${SOFTPHONES} where account_id = $1 and softphone_id = $2`, [
    accountId,
    softphoneId,
  ]);
  return row ? toSoftphone(row) : null;
}

function toSoftphone({ created_at, ...row }: SoftphoneRow): Softphone {
  return { ...row, registered: row.contacts.length > 0, created_at: Math.floor(created_at.getTime() / 1000) };
}

/** Only hashes of the password are kept. @throws RequestError `conflict` when there is one of this name */
export async function createSoftphone(
  db: Database,
  acting: Acting,
  settings: CreateSoftphone,
): Promise<Omit<CreatedSoftphone, 'registrar'>> {
  const { name, srtp, digest } = { ...softphoneDefaults, ...settings };
  const username = `${name}-${randomBytes(SUFFIX_BYTES).toString('hex')}`;
  const password = randomBytes(PASSWORD_BYTES).toString('hex');
  // RFC 7616, section 3.4.2.
  const known = `${username}:${SOFTPHONE_REALM}:${password}`;
  const secrets = [hash('md5', known), hash('sha256', known)];
  const softphone = await db.transaction(async (tx) => {
    const [row] = await tx.query<Omit<SoftphoneRow, 'contacts'>>(
      `insert into softphones (softphone_id, account_id, name, username, srtp, digest, secret_md5, secret_sha256)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (account_id, name) do nothing
       returning softphone_id, name, username, srtp, digest, created_at`,
      [newId('sfp'), acting.accountId, name, username, srtp, digest, ...secrets],
    );
    if (!row) throw new RequestError('conflict', `There is a softphone ${name} already.`, { param: 'name' });
    const made = toSoftphone({ ...row, contacts: [] });
    await audit(tx, acting, { action: 'softphone.created', target: made.softphone_id, after: made });
    return made;
  });
  return { ...softphone, password };
}

/** Null: the account has no such softphone. What does not change anything is not in the audit log. */
export async function changeSoftphone(
  db: Database,
  acting: Acting,
  softphoneId: string,
  changes: ChangeSoftphone,
): Promise<Softphone | null> {
  return db.transaction(async (tx) => {
    const [row] = await tx.query<SoftphoneRow>(
      `${SOFTPHONES} where account_id = $1 and softphone_id = $2 for update of softphones`,
      [acting.accountId, softphoneId],
    );
    if (!row) return null;
    const before = toSoftphone(row);
    const after = { ...before, ...changes };
    if (isDeepStrictEqual(before, after)) return before;
    const { srtp, digest } = after;
    await tx.query('update softphones set srtp = $2, digest = $3 where softphone_id = $1', [softphoneId, srtp, digest]);
    await audit(tx, acting, { action: 'softphone.updated', target: softphoneId, before, after });
    return after;
  });
}

/** False: the account has no such softphone. */
export async function deleteSoftphone(db: Database, acting: Acting, softphoneId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx.query<{ name: string; username: string }>(
      'delete from softphones where account_id = $1 and softphone_id = $2 returning name, username',
      [acting.accountId, softphoneId],
    );
    if (!row) return false;
    await audit(tx, acting, { action: 'softphone.deleted', target: softphoneId, before: row });
    return true;
  });
}

/** Null: the account has none of this name. */
export async function softphoneIdOf(db: Queryable, accountId: string, name: string): Promise<string | null> {
  const [row] = await db.query<{ softphone_id: string }>(
    'select softphone_id from softphones where account_id = $1 and name = $2',
    [accountId, name],
  );
  return row?.softphone_id ?? null;
}

/** It is of this account, and registered at this moment. */
export async function isRegistered(db: Queryable, accountId: string, softphoneId: string): Promise<boolean> {
  const rows = await db.query(
    `select from softphones join softphone_contacts using (softphone_id)
     where account_id = $1 and softphone_id = $2 and expires_at > clock_timestamp() limit 1`,
    [accountId, softphoneId],
  );
  return rows.length > 0;
}
