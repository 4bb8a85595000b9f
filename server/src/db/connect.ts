import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseConnectError, describeReason, explainConnectError, isPassing } from './connect-error.ts';
import { type Database, PooledDatabase } from './database.ts';
import { valueTypes } from './types.ts';

export interface ConnectionParameters {
  /** A name, an address, or the directory of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string;
}

export interface ConnectOptions {
  readonly poolSize?: number;
  /** Connections are kept once they are open, for work that must go on when the server admits no new ones. */
  readonly keepsConnections?: boolean;
  /** A query that is unanswered for so long fails, and its connection is closed. Default: no limit. */
  readonly queryTimeoutMs?: number;
  /** The server gives a statement up after so long. */
  readonly statementTimeoutMs?: number;
  /**
   * Every statement finds its rows by their keys, whatever is known of a table: a plan that was made and kept while the table
   * was small would read all of it when it is large, until statistics are gathered. So one plan serves all values.
   */
  readonly findsByKeys?: boolean;
  /** Notifications leave together, no sooner than so long after the ones before. Default: as soon as they can. */
  readonly notifyPaceMs?: number;
  /** How long a server that is starting is waited for. */
  readonly waitLimitMs?: number;
  onProgress?(message: string): void;
}

/** Two cores rarely have more than this many queries to run; the embedded server admits 100 connections. */
const DEFAULT_POOL_SIZE = 10;
const DEFAULT_WAIT_LIMIT_MS = 30_000;

const CONNECT_TIMEOUT_MS = 10_000;
const RETRY_MS = 100;

const FIND_BY_KEYS =
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan';

/** A node that freezes within a transaction would hold its row locks for ever, and all other nodes with them. */
const IDLE_IN_TRANSACTION_LIMIT_MS = 30_000;

/**
 * Connects to a PostgreSQL server, by URL or by parameters; waits for one that is still starting.
 * @throws DatabaseConnectError
 */
export async function connectDatabase(
  connection: string | ConnectionParameters,
  options: ConnectOptions = {},
): Promise<Database> {
  const config = clientConfig(connection);
  const target = describeTarget(config);
  await untilServing(config, target, options);
  const pool = {
    ...config,
    max: options.poolSize ?? DEFAULT_POOL_SIZE,
    ...(options.keepsConnections ? { idleTimeoutMillis: 0 } : {}),
    ...(options.findsByKeys ? { options: FIND_BY_KEYS } : {}),
    ...(options.statementTimeoutMs === undefined ? {} : { statement_timeout: options.statementTimeoutMs }),
    ...(options.queryTimeoutMs === undefined ? {} : { query_timeout: options.queryTimeoutMs }),
  };
  return new PooledDatabase(pool, options.notifyPaceMs);
}

function clientConfig(connection: string | ConnectionParameters): pg.ClientConfig {
  const address = typeof connection === 'string' ? { connectionString: connection } : connection;
  return {
    ...address,
    types: valueTypes,
    application_name: 'parley',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_LIMIT_MS,
  };
}

/** For messages: without the password. */
function describeTarget(config: pg.ClientConfig): string {
  try {
    const url = config.connectionString;
    if (url !== undefined && !/^postgres(ql)?:\/\//.test(url)) throw new TypeError('not an address of PostgreSQL');
    const { user, host, port, database } = new pg.Client(config);
    return `${user}@${host}:${port}/${database}`;
  } catch {
    // The cause is left out: it quotes the address with its password.
    throw new DatabaseConnectError(
      'bad_address',
      'DATABASE_URL is not an address of the form postgres://user:password@host:5432/database.',
    );
  }
}

async function untilServing(config: pg.ClientConfig, target: string, options: ConnectOptions): Promise<void> {
  const startedAt = performance.now();
  const limitMs = options.waitLimitMs ?? DEFAULT_WAIT_LIMIT_MS;
  let isReported = false;
  for (;;) {
    try {
      return await probe(config, target);
    } catch (error) {
      const now = performance.now();
      if (!isPassing(error) || now - startedAt > limitMs) {
        throw error instanceof DatabaseConnectError ? error : explainConnectError(error, target);
      }
      if (!isReported) {
        const limit = `for ${limitMs / 1000} s at most`;
        options.onProgress?.(`Waiting for PostgreSQL at ${target}, ${limit}: ${describeReason(error)}`);
        isReported = true;
      }
      await delay(RETRY_MS);
    }
  }
}

/** Any other encoding than UTF-8 refuses, or mangles, what callers say. */
async function probe(config: pg.ClientConfig, target: string): Promise<void> {
  const client = new pg.Client(config);
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
    const encoding = rows[0]?.server_encoding;
    if (encoding === 'UTF8') return;
    throw new DatabaseConnectError(
      'refused',
      `The database ${target} has the encoding ${encoding}. Create one with ENCODING 'UTF8'.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}
