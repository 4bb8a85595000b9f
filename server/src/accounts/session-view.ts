import { type ChangeProfile, type Role, rolePermissions, type Session } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Queryable } from '../db/index.ts';
import type { Acting } from '../kernel/principal.ts';
import { type AccountRow, toAccount } from './account-settings.ts';

interface UserRow {
  user_id: string;
  email: string;
  user_name: string;
  user_language: string | null;
  user_timezone: string | null;
  totp_confirmed: boolean;
  recovery_codes_left: number;
  password_set: boolean;
  role: Role;
}

/** All that the dashboard shows of the signed-in user. */
export async function sessionView(
  db: Queryable,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<Omit<Session, 'simulated'>> {
  const rows = await db.query<UserRow & AccountRow>({
    name: 'session-view',
    text: `select u.user_id, u.email, u.name as user_name, u.language as user_language, u.timezone as user_timezone,
             u.totp_confirmed, u.password_hash is not null as password_set, u.role,
             (select count(*)::int from recovery_codes r where r.user_id = u.user_id) as recovery_codes_left, a.*
           from users u join accounts a using (account_id) where u.user_id = $1`,
    values: [userId],
  });
  const row = rows[0]!;
  return {
    user: {
      user_id: row.user_id,
      email: row.email,
      name: row.user_name,
      language: row.user_language,
      timezone: row.user_timezone,
      totp_enabled: row.totp_confirmed,
      recovery_codes_left: row.recovery_codes_left,
      password_set: row.password_set,
    },
    session_id: sessionId,
    account: toAccount(row),
    role: row.role,
    permissions: [...rolePermissions[row.role]],
  };
}

/** What users change of themselves. */
export async function changeProfile(
  tx: Queryable,
  acting: Acting,
  userId: string,
  change: ChangeProfile,
): Promise<void> {
  const rows = await tx.query<Required<ChangeProfile>>(
    'select name, language, timezone from users where user_id = $1 for update',
    [userId],
  );
  const before = rows[0]!;
  const after = { ...before, ...change };
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  await tx.query('update users set name = $2, language = $3, timezone = $4 where user_id = $1', [
    userId,
    after.name,
    after.language,
    after.timezone,
  ]);
  await audit(tx, acting, { action: 'user.profile_updated', target: userId, before, after });
}
