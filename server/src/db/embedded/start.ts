import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseStartError, fromFileSystemError } from './database-start-error.ts';
import {
  type DatabaseHome,
  DEFAULT_FALLBACK_DIRECTORIES,
  findHome,
  makeDataDir,
  makeHome,
  writePointer,
} from './home.ts';
import { connectionTo, type EmbeddedConnection, ping } from './ping.ts';
import { isPostmasterOf } from './postmaster-file.ts';
import { enter, type Presence } from './presence.ts';
import { findRunningServer } from './running-server.ts';
import { secureHome } from './secure-home.ts';
import { ensureServer, type RunningServer } from './server.ts';
import { shutDown } from './shutdown.ts';

export interface EmbeddedDatabaseOptions {
  /** PARLEY_DATA_DIR, absolute. Made when it does not exist. */
  readonly dataDir: string;
  /**
   * For a command-line tool: works beside a running service, or starts the server when there is none. Without it the
   * caller is the one service of this directory.
   */
  readonly shared?: boolean;
  /** Where root keeps the data when PostgreSQL's user may not enter `dataDir`; the first that serves. */
  readonly fallbackDirectories?: readonly string[];
  onProgress?(message: string): void;
}

export interface EmbeddedDatabase {
  readonly connection: EmbeddedConnection;
  /** Where the data really lives: PostgreSQL's data directory. */
  readonly directory: string;
  /** The server was running already: left over from a killed service, or started by another tool. */
  readonly adopted: boolean;
  /** Shuts the server down and waits for its end, unless others still use it: then the last of them does. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that comes with Parley, or takes over the one that a killed service left running. While it is
 * in use a server that crashes is started again.
 * @throws DatabaseStartError
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { shared = false, fallbackDirectories = DEFAULT_FALLBACK_DIRECTORIES } = options;
  const report = (message: string): void => options.onProgress?.(message);
  if (!path.isAbsolute(options.dataDir)) throw new TypeError(`dataDir must be absolute: ${options.dataDir}`);
  try {
    const dataDir = await makeDataDir(options.dataDir);
    const found = await findHome(dataDir, fallbackDirectories);
    const home = found ? await secureHome(dataDir, found) : await makeHome(dataDir, fallbackDirectories, report);
    const place = await takePlace(home, shared, report);
    await writePointer(dataDir, home);
    return new PlaceKeeper(home, shared, report, place);
  } catch (error) {
    throw fromFileSystemError(error, `start PostgreSQL in ${options.dataDir}`);
  }
}

/** The server of `dataDir` that runs now and answers, whichever process started it; null when there is none for this user. */
export async function findRunningDatabase(
  dataDir: string,
  fallbackDirectories = DEFAULT_FALLBACK_DIRECTORIES,
): Promise<EmbeddedConnection | null> {
  try {
    const home = await findHome(await realpath(dataDir), fallbackDirectories);
    const server = home && (await findRunningServer(home.cluster));
    if (!server) return null;
    const connection = connectionTo(server.socketDirectory, server.port);
    return (await ping(connection)).state === 'ready' ? connection : null;
  } catch (error) {
    // Not there, another user's, or damaged: there is none to connect to, and starting one will say why.
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (error instanceof DatabaseStartError || ['ENOENT', 'ENOTDIR', 'EACCES'].includes(code)) return null;
    throw error;
  }
}

interface Place {
  readonly server: RunningServer;
  readonly presence: Presence;
}

async function takePlace(home: DatabaseHome, shared: boolean, report: (message: string) => void): Promise<Place> {
  for (;;) {
    const server = await ensureServer(home, report);
    const admission = await enter(server.connection, shared);
    switch (admission.outcome) {
      case 'admitted':
        return { server, presence: admission.presence };
      case 'occupied':
        throw new DatabaseStartError(
          'locked',
          `The database in ${home.cluster} is in use by another Parley ${admission.holder}.`,
          'Stop that one first, or give this one a PARLEY_DATA_DIR of its own.',
        );
      case 'closing':
        await untilGone(home.cluster, server.pid);
    }
  }
}

const CLOSING_LIMIT_MS = 30_000;
const CLOSING_POLL_MS = 20;

/** Waits for the end of a server that another process is shutting down; not for ever, should that process hang. */
async function untilGone(cluster: string, pid: number): Promise<void> {
  const deadline = performance.now() + CLOSING_LIMIT_MS;
  while ((await isPostmasterOf(cluster, pid)) && performance.now() < deadline) await delay(CLOSING_POLL_MS);
}

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;

/** Keeps our place at the server until `stop`; takes it again on a server that went down meanwhile. */
class PlaceKeeper implements EmbeddedDatabase {
  readonly connection: EmbeddedConnection;
  readonly directory: string;
  readonly adopted: boolean;
  readonly #home: DatabaseHome;
  readonly #shared: boolean;
  readonly #report: (message: string) => void;
  readonly #stopping = new AbortController();
  readonly #keeping: Promise<void>;
  #place: Place;
  #stopped: Promise<void> | undefined;

  constructor(home: DatabaseHome, shared: boolean, report: (message: string) => void, place: Place) {
    this.connection = place.server.connection;
    this.directory = home.cluster;
    this.adopted = place.server.adopted;
    this.#home = home;
    this.#shared = shared;
    this.#report = report;
    this.#place = place;
    this.#keeping = this.#keep();
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#leave();
    return this.#stopped;
  }

  async #leave(): Promise<void> {
    this.#stopping.abort();
    await this.#keeping;
    const { presence, server } = this.#place;
    const isLast = await presence.leave();
    if (isLast) await shutDown(this.#home.cluster, server.pid);
    await presence.close();
  }

  async #keep(): Promise<void> {
    const { signal } = this.#stopping;
    const stopping = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    for (;;) {
      await Promise.race([this.#place.presence.lost, stopping]);
      if (signal.aborted) return;
      this.#report('The connection to PostgreSQL was lost; starting it again if it is down');
      await this.#takePlaceAgain(signal);
    }
  }

  async #takePlaceAgain(signal: AbortSignal): Promise<void> {
    for (let retryMs = FIRST_RETRY_MS; !signal.aborted; retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)) {
      try {
        this.#place = await takePlace(this.#home, this.#shared, this.#report);
        return;
      } catch (error) {
        this.#report(`${(error as Error).message} Next attempt in ${retryMs / 1000} s`);
        await delay(retryMs, undefined, { signal }).catch(() => {});
      }
    }
  }
}
