import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** An advisory lock of two keys: these have a space of their own in each database, apart from those of one. */
export interface LockKeys {
  readonly space: number;
  readonly key: number;
}

/** "parl" */
export const PARLEY_LOCKS = 0x7061726c;

/** What the session of a service is called, for others that come upon its lock. */
export const serviceSessionName = `service, process ${process.pid}`;

/** A service killed a moment ago holds its lock until its backend notices, in milliseconds unless the host is busy. */
const GHOST_LIMIT_MS = 500;
const GHOST_RETRY_MS = 25;

/**
 * Makes the session's process the one service of a lock, for as long as the session lives. PostgreSQL frees it when the
 * process dies in whatever way, so no lock file can be left over, and no process number be mistaken.
 * @returns null, or the other service in words.
 */
export async function becomeService(session: pg.Client, lock: LockKeys): Promise<string | null> {
  const deadline = performance.now() + GHOST_LIMIT_MS;
  while (!(await tryLock(session, 'pg_try_advisory_lock', lock))) {
    if (performance.now() > deadline) return describeHolder(session, lock);
    await delay(GHOST_RETRY_MS);
  }
  return null;
}

export async function tryLock(
  session: pg.Client,
  take: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
  { space, key }: LockKeys,
): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>(`select ${take}($1, $2) as taken`, [space, key]);
  return rows[0]?.taken ?? false;
}

async function describeHolder(session: pg.Client, { space, key }: LockKeys): Promise<string> {
  const { rows } = await session.query<{ application_name: string | null }>(
    `select a.application_name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.classid = $1 and l.objid = $2 and l.granted
       and l.database = (select oid from pg_database where datname = current_database())`,
    [space, key],
  );
  return rows[0]?.application_name || 'service';
}
