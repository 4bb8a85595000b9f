import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type EmbeddedConnection, launcherSession } from './ping.ts';

/**
 * A session that holds advisory locks for as long as this process uses the server. PostgreSQL frees them when the
 * process dies in whatever way, so no lock file can be left over, and no process number be mistaken.
 *
 * - SERVICE, exclusive: at most one service to a database.
 * - USERS, shared: service and command-line tools alike. Who can take it exclusively on leaving was the last, and may
 *   shut the server down; who cannot even share it on coming meets a server that is being shut down.
 */
export interface Presence {
  /** Resolves when the session has ended other than by `leave`: the server crashed, or was stopped. */
  readonly lost: Promise<void>;
  /** @returns true when nobody else uses the server, and nobody will come: it is ours to shut down. */
  leave(): Promise<boolean>;
  /** Drops the session. */
  close(): Promise<void>;
}

export type Admission =
  | { outcome: 'admitted'; presence: Presence }
  /** Somebody is shutting the server down: wait, then start it anew. */
  | { outcome: 'closing' }
  /** `holder`: the other service, in words. */
  | { outcome: 'occupied'; holder: string };

/** "parl": advisory locks with two keys have a space of their own, apart from those with one. */
const LOCK_CLASS = 0x7061726c;
const SERVICE = 1;
const USERS = 2;

/** A service killed a moment ago holds its lock until its backend notices, in milliseconds unless the machine is busy. */
const GHOST_LIMIT_MS = 500;
const GHOST_RETRY_MS = 25;

/** Takes a place among the users of a running server; as its one service unless `shared`. */
export async function enter(connection: EmbeddedConnection, shared: boolean): Promise<Admission> {
  const session = launcherSession(connection, `${shared ? 'tool' : 'service'}, process ${process.pid}`);
  const lost = new Promise<void>((resolve) => session.once('end', () => resolve()));
  let broken = false;
  session.on('error', () => {
    broken = true;
  });
  try {
    await session.connect();
    const admission = await takeLocks(session, shared);
    if (admission !== 'admitted') {
      await session.end();
      return admission;
    }
  } catch (error) {
    await session.end().catch(() => {});
    if (broken || isGoingDown(error)) return { outcome: 'closing' };
    throw error;
  }
  let leaving = false;
  return {
    outcome: 'admitted',
    presence: {
      lost: lost.then(() => (leaving ? new Promise<void>(() => {}) : undefined)),
      async leave() {
        leaving = true;
        try {
          await session.query('select pg_advisory_unlock_shared($1, $2)', [LOCK_CLASS, USERS]);
          return await tryLock(session, 'pg_try_advisory_lock', USERS);
        } catch {
          // The server is gone already: nothing is left to be kept for others.
          return true;
        }
      },
      async close() {
        leaving = true;
        await session.end().catch(() => {});
      },
    },
  };
}

async function takeLocks(
  session: pg.Client,
  shared: boolean,
): Promise<Exclude<Admission, { outcome: 'admitted' }> | 'admitted'> {
  // SERVICE first: a second service that waits for it must not keep the first from being the last to leave.
  if (!shared && !(await becomesService(session)))
    return { outcome: 'occupied', holder: await describeHolder(session) };
  const welcome = await tryLock(session, 'pg_try_advisory_lock_shared', USERS);
  return welcome ? 'admitted' : { outcome: 'closing' };
}

async function becomesService(session: pg.Client): Promise<boolean> {
  const deadline = performance.now() + GHOST_LIMIT_MS;
  while (!(await tryLock(session, 'pg_try_advisory_lock', SERVICE))) {
    if (performance.now() > deadline) return false;
    await delay(GHOST_RETRY_MS);
  }
  return true;
}

async function tryLock(
  session: pg.Client,
  take: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
  key: number,
): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>(`select ${take}($1, $2) as taken`, [LOCK_CLASS, key]);
  return rows[0]?.taken ?? false;
}

async function describeHolder(session: pg.Client): Promise<string> {
  const { rows } = await session.query<{ application_name: string }>(
    `select a.application_name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.classid = $1 and l.objid = $2 and l.granted`,
    [LOCK_CLASS, SERVICE],
  );
  return rows[0]?.application_name ?? 'service';
}

/** admin_shutdown, cannot_connect_now, or the socket of a server that went while we knocked. */
function isGoingDown(error: unknown): boolean {
  const { code, message } = error as Error & { code?: string };
  const codes = ['57P01', '57P03', 'ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'];
  return codes.includes(code ?? '') || /Connection terminated|timeout expired/.test(message ?? '');
}
