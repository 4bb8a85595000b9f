import type pg from 'pg';
import { becomeService, PARLEY_LOCKS, serviceSessionName, tryLock } from '../service-lock.ts';
import { type EmbeddedConnection, launcherSession } from './ping.ts';

/**
 * A session that holds advisory locks for as long as this process uses the server.
 *
 * - SERVICE, exclusive: at most one service to a database.
 * - USERS, shared: service and command-line tools alike. Who can take it exclusively on leaving was the last, and may
 *   shut the server down; who cannot even share it on coming meets a server that is being shut down.
 */
export interface Presence {
  /** Resolves when the session has ended other than by `leave`: the server crashed, or was stopped. */
  readonly lost: Promise<void>;
  /** @returns true when no other process uses the server, and none will come: it is ours to shut down. */
  leave(): Promise<boolean>;
  /** Drops the session. */
  close(): Promise<void>;
}

export type Admission =
  | { outcome: 'admitted'; presence: Presence }
  /** Another process shuts the server down: wait, then start it again. */
  | { outcome: 'closing' }
  /** `holder`: the other service, in words. */
  | { outcome: 'occupied'; holder: string };

const SERVICE = { space: PARLEY_LOCKS, key: 1 };
const USERS = { space: PARLEY_LOCKS, key: 2 };

/** Takes a place among the users of a running server; as its one service unless `shared`. */
export async function enter(connection: EmbeddedConnection, shared: boolean): Promise<Admission> {
  const session = launcherSession(connection, shared ? `tool, process ${process.pid}` : serviceSessionName);
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
          await session.query('select pg_advisory_unlock_shared($1, $2)', [USERS.space, USERS.key]);
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
  const holder = shared ? null : await becomeService(session, SERVICE);
  if (holder !== null) return { outcome: 'occupied', holder };
  const welcome = await tryLock(session, 'pg_try_advisory_lock_shared', USERS);
  return welcome ? 'admitted' : { outcome: 'closing' };
}

/** admin_shutdown, cannot_connect_now, or the socket of a server that went while we knocked. */
function isGoingDown(error: unknown): boolean {
  const { code, message } = error as Error & { code?: string };
  const codes = ['57P01', '57P03', 'ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'];
  return codes.includes(code ?? '') || /Connection terminated|timeout expired/.test(message ?? '');
}
