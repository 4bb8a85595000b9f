import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type Queryable, runQuery } from './queryable.ts';
import { isQueryTimeout } from './unavailable.ts';

/** Statements that take effect together or not at all; usable until its `work` has settled. */
export interface Transaction extends Queryable {
  /** Keeps the database itself from being passed where statements must take effect together. */
  readonly inTransaction: true;
}

export interface TransactionOptions {
  /** Default: read committed, PostgreSQL's own. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readonly readOnly?: boolean;
  /** How often `work` is run at most when it collides with other transactions. */
  readonly attempts?: number;
}

/** serialization_failure and deadlock_detected: the same work may succeed when it is run again. */
const COLLISIONS: ReadonlySet<string> = new Set(['40001', '40P01']);

const DEFAULT_ATTEMPTS = 6;
const FIRST_RETRY_MS = 5;
const LONGEST_RETRY_MS = 250;

/** Full jitter: those who collided must not meet again. `random` is in [0, 1). */
function retryDelayMs(failures: number, random: number): number {
  return random * Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
}

/** Runs `work` in a transaction; again, from its start, when it collides with another. */
export async function runTransaction<T>(
  pool: pg.Pool,
  notify: (channel: string, payload: string) => void,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const attempts = options.attempts ?? DEFAULT_ATTEMPTS;
  for (let failures = 0; ; ) {
    try {
      return await attempt(pool, notify, work, beginStatement(options));
    } catch (error) {
      failures += 1;
      const collided = COLLISIONS.has((error as { code?: string }).code ?? '');
      if (!collided || failures >= attempts) throw error;
      await delay(retryDelayMs(failures, Math.random()));
    }
  }
}

function beginStatement({ isolation, readOnly }: TransactionOptions): string {
  return ['begin', isolation && `isolation level ${isolation}`, readOnly && 'read only'].filter(Boolean).join(' ');
}

async function attempt<T>(
  pool: pg.Pool,
  notify: (channel: string, payload: string) => void,
  work: (tx: Transaction) => Promise<T>,
  begin: string,
): Promise<T> {
  const client = await pool.connect();
  let open = true;
  let broken = false;
  const notifications: [channel: string, payload: string][] = [];
  const tx: Transaction = {
    inTransaction: true,
    async query(statement, values) {
      if (!open) throw new Error('This transaction is over: a query was not awaited by its work.');
      return runQuery(client, statement, values);
    },
    notify(channel, payload) {
      notifications.push([channel, payload]);
    },
  };
  try {
    await client.query(begin);
    const result = await work(tx);
    open = false;
    await commit(client);
    for (const notification of notifications) notify(...notification);
    return result;
  } catch (error) {
    open = false;
    // A connection that cannot even roll back is not given to the next one; one that is still at a query that timed
    // out is not asked to: the rollback would wait behind that query. Its end rolls back.
    broken =
      isQueryTimeout(error) ||
      (await client.query('rollback').then(
        () => false,
        () => true,
      ));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** PostgreSQL answers COMMIT with ROLLBACK, and no error, when a failed statement's error was swallowed by `work`. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed.');
}
