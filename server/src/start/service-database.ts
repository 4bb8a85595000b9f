import { setTimeout as delay } from 'node:timers/promises';
import {
  type ConnectOptions,
  connectDatabase,
  type Database,
  type EmbeddedDatabase,
  holdNodeLock,
  migrate,
  PatientDatabase,
  startEmbeddedDatabase,
} from '../db/index.ts';
import type { CloseStack } from '../kernel/close-stack.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Config } from './config.ts';

/** One database, with connections of their own for what must not wait for each other. */
export interface ServiceDatabases {
  /** Requests over HTTP; fails while the database is away. */
  requests: Database;
  /** Live calls: every step is tried again while the database is away. */
  calls: Database;
  /** Leases: one connection that nothing else can take. */
  leases: Database;
  /** Background work. */
  jobs: Database;
  /** What agents look up: a search that takes long keeps nothing else waiting. */
  searches: Database;
}

/** As many statements of live calls as two cores have to run; the embedded server admits 100 connections. */
const CALLS_POOL_SIZE = 8;
/** What happens to live calls is hinted at to those who follow them: 20 times a second is soon enough. */
const CALLS_NOTIFY_PACE_MS = 50;
const JOBS_POOL_SIZE = 6;
const SEARCHES_POOL_SIZE = 4;
/** The caller waits only for a fraction of it. */
const LONGEST_SEARCH_MS = 2000;
/** A lease lasts 20 s: a renewal that was lost on a silent connection is tried again on a new one within it. */
const LEASES_QUERY_TIMEOUT_MS = 8000;

/** The database of the one service of this data directory, brought up to date. Another service is refused. */
export async function openServiceDatabases(
  config: Config,
  nodeId: string,
  closing: CloseStack,
  log: Logger,
  onProgress: (message: string) => void,
): Promise<ServiceDatabases> {
  const { dataDir, databaseUrl } = config;
  const openPools = async (connection: string | EmbeddedDatabase['connection']): Promise<ServiceDatabases> => {
    const keep = <Opened extends Database>(name: string, db: Opened): Opened => {
      closing.add(`database connections of ${name}`, () => db.close());
      return db;
    };
    const opened = (options: ConnectOptions) => connectDatabase(connection, { onProgress, ...options });
    const patient = async (name: string, options: ConnectOptions) => {
      const onUnavailable = (error: unknown) =>
        log.error({ err: error, part: name }, 'the database is away; what happens meanwhile is stored when it is back');
      const db = await opened({ keepsConnections: true, ...options });
      return keep(name, new PatientDatabase(db, { onUnavailable }));
    };
    return {
      requests: keep('requests', await opened({})),
      calls: await patient('calls', {
        poolSize: CALLS_POOL_SIZE,
        notifyPaceMs: CALLS_NOTIFY_PACE_MS,
        findsByKeys: true,
      }),
      leases: await patient('leases', { poolSize: 1, queryTimeoutMs: LEASES_QUERY_TIMEOUT_MS, findsByKeys: true }),
      jobs: keep('jobs', await opened({ poolSize: JOBS_POOL_SIZE })),
      searches: keep('searches', await opened({ poolSize: SEARCHES_POOL_SIZE, statementTimeoutMs: LONGEST_SEARCH_MS })),
    };
  };
  if (databaseUrl !== undefined) {
    const databases = await openPools(databaseUrl);
    const lock = await oncePredecessorStopped(
      () => holdNodeLock({ connection: databaseUrl, nodeId, dataDir, onProgress }),
      onProgress,
    );
    closing.add('lock of the node', () => lock.release());
    await migrate(databases.requests, { onProgress });
    return databases;
  }
  const embedded = await oncePredecessorStopped(() => startEmbeddedDatabase({ dataDir, onProgress }), onProgress);
  closing.add('database', () => embedded.stop());
  const databases = await openPools(embedded.connection);
  await migrate(databases.requests, { onProgress });
  return databases;
}

/** A service that is stopping holds its locks for a moment longer. */
const PREDECESSOR_STOPS_WITHIN_MS = 8000;
const LOOK_AGAIN_MS = 250;

async function oncePredecessorStopped<T>(attempt: () => Promise<T>, onProgress: (message: string) => void): Promise<T> {
  const deadlineMs = performance.now() + PREDECESSOR_STOPS_WITHIN_MS;
  for (let waited = false; ; waited = true) {
    try {
      return await attempt();
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && error.code === 'locked';
      if (!isLocked || performance.now() > deadlineMs) throw error;
      if (!waited) onProgress('Another Parley uses this data directory; waiting a moment in case it is stopping …');
      await delay(LOOK_AGAIN_MS);
    }
  }
}
