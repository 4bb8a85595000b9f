import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseStartError } from './embedded/database-start-error.ts';
import { becomeService, type LockKeys, serviceSessionName } from './service-lock.ts';

/** The right to be a node, among the services that share a database. */
export interface NodeLock {
  /** Lets the next one in. Idempotent. */
  release(): Promise<void>;
}

interface NodeLockOptions {
  /** DATABASE_URL. */
  readonly connection: string;
  readonly nodeId: string;
  /** Where the node has its name from: what a person has to change. */
  readonly dataDir: string;
  onProgress?(message: string): void;
}

/** "node" */
const NODE_LOCKS = 0x6e6f6465;
const CONNECT_TIMEOUT_MS = 5_000;
const RETRY_MS = 1_000;

/**
 * At most one service is a node at a time: a second one would take the calls of the first for those of a crash, and end
 * them. The embedded database admits one service anyhow; this is for a server that several services share.
 * @throws DatabaseStartError with the code `locked`
 */
export async function holdNodeLock(options: NodeLockOptions): Promise<NodeLock> {
  return new NodeLockKeeper(options, await lockedSession(options));
}

/** PostgreSQL's object numbers have no sign, its keys have one: 31 bits are the same in both. */
function keysOf(nodeId: string): LockKeys {
  return { space: NODE_LOCKS, key: createHash('sha256').update(nodeId).digest().readUInt32BE() >>> 1 };
}

/** A host that lost its power closes no connection, and its lock should not outlive it by hours; nor should an idle session end. */
const SESSION_SETTINGS = `
  select set_config(name, value, false) from pg_settings join (values
    ('tcp_keepalives_idle', '10'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '3'),
    ('idle_session_timeout', '0')) as wanted (name, value) using (name)`;

async function lockedSession({ connection, nodeId, dataDir }: NodeLockOptions): Promise<pg.Client> {
  const session = new pg.Client({
    connectionString: connection,
    application_name: serviceSessionName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  // A session that breaks says so through 'end'; an 'error' without a listener would end the process.
  session.on('error', () => {});
  try {
    await session.connect();
    await session.query(SESSION_SETTINGS);
    const holder = await becomeService(session, keysOf(nodeId));
    if (holder === null) return session;
    throw new DatabaseStartError(
      'locked',
      `The data directory ${dataDir} is in use by another Parley ${holder}.`,
      'Stop that one first, or give this one a PARLEY_DATA_DIR of its own.',
    );
  } catch (error) {
    await session.end().catch(() => {});
    throw error;
  }
}

/** Takes the lock again when the connection was lost, until `release`. */
class NodeLockKeeper implements NodeLock {
  readonly #options: NodeLockOptions;
  readonly #released = new AbortController();
  readonly #keeping: Promise<void>;
  #session: pg.Client;

  constructor(options: NodeLockOptions, session: pg.Client) {
    this.#options = options;
    this.#session = session;
    this.#keeping = this.#keep();
  }

  async release(): Promise<void> {
    this.#released.abort();
    await this.#keeping;
    await this.#session.end().catch(() => {});
  }

  async #keep(): Promise<void> {
    const { signal } = this.#released;
    const released = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    for (;;) {
      const lost = new Promise<void>((resolve) => this.#session.once('end', () => resolve()));
      await Promise.race([lost, released]);
      if (signal.aborted) return;
      await this.#takeAgain(signal);
    }
  }

  async #takeAgain(signal: AbortSignal): Promise<void> {
    let isReported = false;
    while (!signal.aborted) {
      try {
        this.#session = await lockedSession(this.#options);
        return;
      } catch (error) {
        // A server that is away is reported by its other users.
        const isLocked = error instanceof DatabaseStartError;
        if (isLocked && !isReported) this.#options.onProgress?.(error.message);
        isReported ||= isLocked;
        await delay(RETRY_MS, undefined, { signal }).catch(() => {});
      }
    }
  }
}
