import { type ListedSession, type Role, rolePermissions } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Principal } from '../kernel/principal.ts';
import { unixSeconds } from '../kernel/unix-seconds.ts';
import { hashToken, newToken } from './opaque-token.ts';
import { agentName } from './user-agent.ts';

/** Of a login that is not used; an open dashboard uses it every few seconds. */
const IDLE_S = 24 * 3600;
/** Of a login, however much it is used. */
const LASTS_S = 14 * 24 * 3600;

const VALID = `expires_at > now() and last_seen_at > now() - interval '${IDLE_S} seconds'`;

/** Where a sign-in comes from. */
export interface Browser {
  agent: string;
  address: string;
}

export interface NewSession {
  sessionId: string;
  /** For the cookie. */
  token: string;
  lastsS: number;
}

/** What of a user agent is worth keeping. */
const LONGEST_AGENT = 300;

export async function beginSession(tx: Queryable, userId: string, browser: Browser): Promise<NewSession> {
  const { token, hash } = newToken();
  const sessionId = newId('ses');
  await tx.query(`delete from sessions where user_id = $1 and not (${VALID})`, [userId]);
  await tx.query(
    `insert into sessions (session_id, user_id, hash, agent, address, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
    [sessionId, userId, hash, browser.agent.slice(0, LONGEST_AGENT), browser.address, LASTS_S],
  );
  await tx.query('update users set last_seen_at = now() where user_id = $1', [userId]);
  return { sessionId, token, lastsS: LASTS_S };
}

/** The principal whose session has this token, or undefined when there is no such session. */
export async function findSessionPrincipal(db: Queryable, token: string): Promise<Principal | undefined> {
  const rows = await db.query<{ session_id: string; user_id: string; account_id: string; role: Role }>({
    name: 'find-session-principal',
    text: `select s.session_id, u.user_id, u.account_id, u.role from sessions s join users u using (user_id)
           where s.hash = $1 and s.expires_at > now() and s.last_seen_at > now() - interval '${IDLE_S} seconds'
             and u.status = 'active' and u.removed_at is null`,
    values: [hashToken(token)],
  });
  const row = rows[0];
  return (
    row && {
      accountId: row.account_id,
      permissions: rolePermissions[row.role],
      actor: { type: 'user', id: row.user_id, sessionId: row.session_id },
    }
  );
}

/** Written at most once a minute for each session, so that asking who is signed in stays a read. */
export async function touchSession(db: Queryable, sessionId: string): Promise<void> {
  await db.query(
    `with seen as (update sessions set last_seen_at = now() where session_id = $1 returning user_id)
     update users set last_seen_at = now() from seen where users.user_id = seen.user_id`,
    [sessionId],
  );
}

export async function listSessions(db: Queryable, userId: string, currentId: string): Promise<ListedSession[]> {
  const rows = await db.query<{
    session_id: string;
    agent: string;
    address: string;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
  }>(
    `select session_id, agent, address, created_at, last_seen_at, expires_at from sessions
     where user_id = $1 and ${VALID} order by last_seen_at desc, session_id desc`,
    [userId],
  );
  return rows.map((row) => ({
    session_id: row.session_id,
    current: row.session_id === currentId,
    agent: agentName(row.agent),
    address: row.address,
    created_at: unixSeconds(row.created_at),
    last_seen_at: unixSeconds(row.last_seen_at),
    expires_at: unixSeconds(row.expires_at),
  }));
}

/** False: the user has no such session. */
export async function endSession(tx: Queryable, userId: string, sessionId: string): Promise<boolean> {
  const rows = await tx.query('delete from sessions where user_id = $1 and session_id = $2 returning 1', [
    userId,
    sessionId,
  ]);
  return rows.length > 0;
}

/** All sessions of a user, but the one that goes on. Returns how many ended. */
export async function endSessions(tx: Queryable, userId: string, exceptId: string | null): Promise<number> {
  const rows = await tx.query(
    'delete from sessions where user_id = $1 and session_id is distinct from $2 returning 1',
    [userId, exceptId],
  );
  return rows.length;
}

/** The session that a browser had before it signed in again, as whomever. */
export async function endSessionOfToken(tx: Queryable, token: string): Promise<void> {
  const [ended] = await tx.query<{ session_id: string; user_id: string; account_id: string }>(
    `delete from sessions using users where sessions.user_id = users.user_id and hash = $1
     returning session_id, sessions.user_id, account_id`,
    [hashToken(token)],
  );
  if (!ended) return;
  const { session_id: sessionId, user_id: userId, account_id: accountId } = ended;
  await audit(
    tx,
    { accountId, actor: { type: 'user', id: userId, sessionId } },
    { action: 'user.signed_out', target: userId, after: { how: 'signed in again' } },
  );
}
