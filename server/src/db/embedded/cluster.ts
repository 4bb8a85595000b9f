import { chown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import { DatabaseStartError, fromServerOutput } from './database-start-error.ts';
import type { DatabaseHome } from './home.ts';
import { giveTree } from './ownership.ts';
import { runProgram } from './program.ts';
import { initialUser, type ServerUser } from './server-user.ts';

/** Owner of everything in the cluster, and name of the database that the service works in. */
export const DATABASE_USER = 'parley';
export const DATABASE_NAME = 'parley';

/**
 * Written into postgresql.conf once, so that the operator may change them there: a host with 2 cores
 * and 1 GB must carry them beside the calls.
 */
const INITIAL_SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: '128MB',
  max_connections: '100',
  jit: 'off',
  synchronous_commit: 'on',
  max_wal_size: '512MB',
  min_wal_size: '64MB',
  // By itself no larger than one of its files.
  wal_buffers: '4MB',
  // Without replication and parallel queries these only cost processes.
  max_logical_replication_workers: '0',
  io_method: 'sync',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
};

/**
 * MB of each file of the write-ahead log. A new one is filled with zeros while every commit waits: 16 MB, the default, took
 * 140 ms and more on a busy disk, which callers heard as a late answer.
 */
const WAL_SEGMENT_MB = 1;

const SIDE_PREFIX = 'data.making-';

/**
 * Makes the cluster in `home` unless it is there. It grows in a side directory and gets its name when it is whole:
 * one that was interrupted is never taken for a database, and of two makers one wins.
 */
export async function ensureCluster(
  home: DatabaseHome,
  binaries: Binaries,
  report: (message: string) => void,
): Promise<void> {
  await discardHalfMade(home);
  if (!(await isWhole(home.cluster))) {
    await checkFree(home.cluster);
    report(`Creating the database in ${home.cluster}`);
    await createCluster(home, binaries);
  }
  await checkVersion(home.cluster, binaries.major);
}

async function createCluster(home: DatabaseHome, binaries: Binaries): Promise<void> {
  const side = path.join(home.directory, `${SIDE_PREFIX}${process.pid}`);
  await mkdir(side, { mode: 0o700 });
  try {
    const user = home.user && (await initialUser(home.user));
    if (user) await chown(side, user.uid, user.gid);
    await run(home, user, 'initdb', binaries.initdb, initdbArguments(side));
    // Single-user mode needs no running server, so the side directory already holds all that there shall be.
    await run(
      home,
      user,
      'postgres',
      binaries.postgres,
      ['--single', '-D', side, 'postgres'],
      `CREATE DATABASE ${DATABASE_NAME}\n`,
    );
    if (home.user) await giveTree(side, home.user);
    await rename(side, home.cluster);
    await syncDirectory(home.directory);
  } catch (error) {
    await rm(side, { recursive: true, force: true });
    // Another start was faster: its database is as good as ours.
    const occupied = ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (!occupied || !(await isWhole(home.cluster))) throw error;
  }
}

async function checkFree(cluster: string): Promise<void> {
  const entries = await readdir(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries.length === 0 || (await isWhole(cluster))) return;
  throw new DatabaseStartError(
    'failed',
    `${cluster} is in the way: it is neither empty nor a PostgreSQL database.`,
    'Move it away, or choose another PARLEY_DATA_DIR.',
  );
}

function initdbArguments(directory: string): string[] {
  const settings = Object.entries(INITIAL_SETTINGS).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  return [
    `--pgdata=${directory}`,
    `--username=${DATABASE_USER}`,
    // There is no TCP port, and the socket is in a directory with mode 0700 that belongs to the server's user, who is
    // ourselves or a user of its own: a client is that user or root, and could read the data files anyway.
    '--auth=trust',
    // The builtin provider sorts by code point and knows Unicode's cases on every host alike; an index made with the
    // host's own locale breaks when the host is upgraded.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    `--wal-segsize=${WAL_SEGMENT_MB}`,
    ...settings,
  ];
}

async function run(
  home: DatabaseHome,
  user: ServerUser | null,
  name: string,
  program: string,
  args: string[],
  input = '',
): Promise<void> {
  const { succeeded, output } = await runProgram(program, args, user, input);
  // postgres --single exits with 0 even when the statement failed.
  if (!succeeded || /^.*\b(ERROR|FATAL|PANIC):/m.test(output)) {
    throw fromServerOutput(output, `${name} could not create a database in ${home.directory}`);
  }
}

async function checkVersion(cluster: string, ours: number): Promise<void> {
  const theirs = Number.parseInt(await readFile(path.join(cluster, 'PG_VERSION'), 'utf8'), 10);
  if (theirs === ours) return;
  if (theirs > ours) {
    throw new DatabaseStartError(
      'newer_version',
      `The database in ${cluster} was written by PostgreSQL ${theirs}, and this Parley comes with PostgreSQL ${ours}.`,
      'Start a newer version of Parley, or restore a backup in another PARLEY_DATA_DIR.',
    );
  }
  throw new DatabaseStartError(
    'failed',
    `The database in ${cluster} was written by PostgreSQL ${theirs}, and this Parley comes with PostgreSQL ${ours}.`,
    'Dump it with the version of Parley that wrote it, and restore the dump into an empty PARLEY_DATA_DIR.',
  );
}

/** Removes what interrupted starts left behind, but not the work of another that is at it right now. */
async function discardHalfMade(home: DatabaseHome): Promise<void> {
  for (const name of await readdir(home.directory)) {
    if (!name.startsWith(SIDE_PREFIX)) continue;
    const side = path.join(home.directory, name);
    const maker = Number(name.slice(SIDE_PREFIX.length));
    if (maker !== process.pid && isAlive(maker) && (await ageMs(side)) < LONGEST_MAKING_MS) continue;
    // Its initdb may have outlived it, and adds files until it finds its directory gone.
    await rm(side, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** initdb takes a second; a maker that seems to be at it for longer is another process with its number. */
const LONGEST_MAKING_MS = 10 * 60_000;

async function ageMs(directory: string): Promise<number> {
  const { mtimeMs } = await stat(directory);
  return Date.now() - mtimeMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** initdb writes PG_VERSION first, but nothing bears the cluster's name before it is whole. */
async function isWhole(cluster: string): Promise<boolean> {
  return (await stat(path.join(cluster, 'PG_VERSION')).catch(() => null)) !== null;
}

/** Makes a rename in `directory` outlive a power cut. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
