import type { ChangePassword } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Queryable } from '../db/index.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import type { LoginParts } from './login.ts';
import { endSessions } from './sessions.ts';

type Parts = Pick<LoginParts, 'db' | 'passwords' | 'throttle'>;

interface SignedInUser {
  userId: string;
  sessionId: string;
}

/**
 * Asks for the password again before an action that a passer-by at an unlocked screen must not do. Users without a
 * password are not asked.
 */
export async function requirePassword(
  { db, passwords, throttle }: Parts,
  { userId, sessionId }: SignedInUser,
  password: string | undefined,
  param: string,
): Promise<void> {
  const rows = await db.query<{ password_hash: string | null }>('select password_hash from users where user_id = $1', [
    userId,
  ]);
  const stored = rows[0]?.password_hash ?? null;
  if (stored === null) return;
  if (password === undefined) throw new RequestError('invalid_request', `${param}: is required`, { param });
  // Guessed at as often as at sign-in, and counted for this session alone.
  const attempt = throttle.begin({ name: userId, client: sessionId, device: sessionId });
  if (!(await passwords.matches(password, stored, 'known'))) {
    throw new RequestError('unprocessable', `${param}: is not your password.`, { param });
  }
  attempt.forgive();
}

/** Every other session of the user ends. */
export async function changePassword(
  parts: Parts,
  acting: Acting,
  user: SignedInUser,
  { current_password: current, password }: ChangePassword,
): Promise<void> {
  await requirePassword(parts, user, current, 'current_password');
  const hash = await parts.passwords.hash(password);
  await parts.db.transaction(async (tx) => {
    await setPassword(tx, user.userId, hash);
    const ended = await endSessions(tx, user.userId, user.sessionId);
    await audit(tx, acting, {
      action: 'user.password_changed',
      target: user.userId,
      after: { ended_sessions: ended },
    });
  });
}

async function setPassword(tx: Queryable, userId: string, hash: string): Promise<void> {
  await tx.query('update users set password_hash = $2 where user_id = $1', [userId, hash]);
  // A link that was made before would open a way around the new one.
  await tx.query('delete from user_links where user_id = $1', [userId]);
}
