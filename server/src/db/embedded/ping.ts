import pg from 'pg';
import { DATABASE_NAME, DATABASE_USER } from './cluster.ts';

/** How to reach the embedded server: `host` is the directory of its Unix socket. */
export interface EmbeddedConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export function connectionTo(socketDirectory: string, port: number): EmbeddedConnection {
  return { host: socketDirectory, port, user: DATABASE_USER, database: DATABASE_NAME };
}

/** A server that is going down may take a connection and never answer it. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Sessions of the launcher live in a database of their own: its advisory locks meet no others there. */
export function launcherSession(connection: EmbeddedConnection, applicationName: string): pg.Client {
  const client = new pg.Client({
    ...connection,
    database: 'postgres',
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A session that breaks says so through 'end'; an 'error' without a listener would end the process.
  client.on('error', () => {});
  return client;
}

/** `refused`: something lives there that will not serve us soon, for the reason given. */
export type Ping = { state: 'ready' } | { state: 'absent' | 'starting' } | { state: 'refused'; error: Error };

/** PostgreSQL's cannot_connect_now: starting, recovering or shutting down. */
const CANNOT_CONNECT_NOW = '57P03';
/** admin_shutdown: it began while we were let in. */
const ADMIN_SHUTDOWN = '57P01';
const TOO_MANY_CONNECTIONS = '53300';

/** pg's own words for a connection that ended or did not answer; they have no code. */
const CONNECTION_BROKE = /Connection terminated|timeout expired/;

export async function ping(connection: EmbeddedConnection): Promise<Ping> {
  const client = launcherSession(connection, 'parley ping');
  try {
    await client.connect();
    return { state: 'ready' };
  } catch (error) {
    return judge(error as Error & { code?: string });
  } finally {
    await client.end().catch(() => {});
  }
}

function judge(error: Error & { code?: string }): Ping {
  switch (error.code) {
    case 'ENOENT':
    case 'ECONNREFUSED':
      return { state: 'absent' };
    // A server that dies while it greets us closes the socket.
    case 'ECONNRESET':
    case 'EPIPE':
    case CANNOT_CONNECT_NOW:
    case ADMIN_SHUTDOWN:
      return { state: 'starting' };
    case TOO_MANY_CONNECTIONS:
      return { state: 'ready' };
    default:
      return CONNECTION_BROKE.test(error.message) ? { state: 'starting' } : { state: 'refused', error };
  }
}
