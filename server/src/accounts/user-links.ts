import type { Role } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { hashToken, newToken } from './opaque-token.ts';

export type LinkPurpose = 'invitation' | 'new_password';

const HOUR_S = 3600;

/** How long a link is valid, in seconds. That of the first owner is printed where others may read it, too. */
export const linkLastsS = { firstOwner: 24 * HOUR_S, invitation: 7 * 24 * HOUR_S, newPassword: 24 * HOUR_S } as const;

export const addressOfLink = (publicUrl: string, token: string) => `${publicUrl}/welcome/${token}`;

/** Makes the user's link; an earlier one is void. Returns its token, which is stored nowhere. */
export async function makeLink(
  tx: Queryable,
  userId: string,
  { purpose, lastsS }: { purpose: LinkPurpose; lastsS: number },
): Promise<string> {
  const { token, hash } = newToken();
  await tx.query(
    `insert into user_links (user_id, hash, purpose, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))
     on conflict (user_id) do update
     set hash = excluded.hash, purpose = excluded.purpose, created_at = now(), expires_at = excluded.expires_at`,
    [userId, hash, purpose, lastsS],
  );
  return token;
}

export interface OpenLink {
  user_id: string;
  account_id: string;
  account_name: string;
  purpose: LinkPurpose;
  email: string | null;
  name: string | null;
  role: Role;
  totp_confirmed: boolean;
  expires_at: Date;
}

/** What a token opens; undefined when it is unknown, used, void or expired. The reason is not revealed. */
export async function findLink(db: Queryable, token: string): Promise<OpenLink | undefined> {
  const rows = await db.query<OpenLink>(
    `select u.user_id, u.account_id, a.name as account_name, l.purpose, u.email, u.name, u.role, u.totp_confirmed,
       l.expires_at
     from user_links l join users u using (user_id) join accounts a using (account_id)
     where l.hash = $1 and l.expires_at > now() and u.removed_at is null and u.status <> 'disabled'`,
    [hashToken(token)],
  );
  return rows[0];
}

/** Takes the link away, once: false when another was quicker. */
export async function takeLink(tx: Queryable, token: string): Promise<boolean> {
  const rows = await tx.query('delete from user_links where hash = $1 and expires_at > now() returning 1', [
    hashToken(token),
  ]);
  return rows.length > 0;
}
