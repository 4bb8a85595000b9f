import { audit } from '../audit/audit.ts';
import type { Database } from '../db/index.ts';
import { systemOf } from '../kernel/principal.ts';
import { linkLastsS, makeLink } from './user-links.ts';
import { inviteUser } from './users.ts';

async function hasOwner(db: Pick<Database, 'query'>, accountId: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from users where account_id = $1 and role = 'owner' and status <> 'invited' and removed_at is null limit 1`,
    [accountId],
  );
  return rows.length > 0;
}

/**
 * The token of the link that makes the operator the first owner; undefined once there is an owner. Each start issues a
 * new token and voids the previous one, so a link in a log that leaked is soon worthless.
 */
export async function firstOwnerLink(db: Database, accountId: string): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    await tx.query('select 1 from accounts where account_id = $1 for no key update', [accountId]);
    if (await hasOwner(tx, accountId)) return undefined;
    const waiting = await tx.query<{ user_id: string }>(
      `select user_id from users where account_id = $1 and role = 'owner' and email is null and removed_at is null
       order by seq limit 1`,
      [accountId],
    );
    if (waiting[0]) {
      const { user_id: userId } = waiting[0];
      await audit(tx, systemOf(accountId), { action: 'user.invited_again', target: userId });
      return makeLink(tx, userId, { purpose: 'invitation', lastsS: linkLastsS.firstOwner });
    }
    const invited = await inviteUser(tx, systemOf(accountId), { email: null, role: 'owner' }, linkLastsS.firstOwner);
    return invited.token;
  });
}

/** Whether any account has an active user. */
export async function hasAnyOwner(db: Pick<Database, 'query'>): Promise<boolean> {
  const rows = await db.query(`select 1 from users where status = 'active' and removed_at is null limit 1`);
  return rows.length > 0;
}
