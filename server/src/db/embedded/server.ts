import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { prepareBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { DatabaseStartError, fromServerOutput, fromSpawnError } from './database-start-error.ts';
import type { DatabaseHome } from './home.ts';
import { clusterName, endOrphans } from './orphans.ts';
import { connectionTo, type EmbeddedConnection, type Ping, ping } from './ping.ts';
import { readPostmasterFile, removeStaleLockFiles } from './postmaster-file.ts';
import { PROGRAM_ENVIRONMENT } from './program.ts';
import { findRunningServer } from './running-server.ts';
import { ServerLog } from './server-log.ts';
import { identityOf } from './server-user.ts';
import { makeSocketDirectory, SOCKET_PORT } from './socket-directory.ts';

export interface RunningServer {
  readonly connection: EmbeddedConnection;
  readonly pid: number;
  /** It was there before this process asked for it. */
  readonly adopted: boolean;
}

/** Recovery after a crash replays up to max_wal_size; on a slow disk that takes minutes. */
const START_LIMIT_MS = 5 * 60_000;
const PROGRESS_EVERY_MS = 5_000;

/** A server that is up already, or that needs no recovery, answers within 50 ms; each question costs it a process. */
const FIRST_POLL_MS = 4;
const LONGEST_POLL_MS = 100;

/** The socket is there within milliseconds; when it was deleted under a running server it never comes back. */
const SOCKET_LIMIT_MS = 20_000;

const REFUSAL_LIMIT_MS = 30_000;
const REFUSAL_RETRY_MS = 50;

/** A killed server's backends hold its shared memory until they notice, within a second or two; frozen ones never do. */
const ORPHANS_LEAVE_WITHIN_MS = 3_000;

/** Finds the server of `home` running, or starts it (making the cluster first), and waits until it answers. */
export async function ensureServer(home: DatabaseHome, report: (message: string) => void): Promise<RunningServer> {
  let refusedAt: number | undefined;
  for (;;) {
    const running = await findRunningServer(home.cluster);
    if (running) {
      const connection = connectionTo(running.socketDirectory, running.port);
      const gone = async () => (await findRunningServer(home.cluster))?.pid !== running.pid;
      if (await becomesReady(home, connection, gone, report)) return { connection, pid: running.pid, adopted: true };
      continue;
    }
    const attempt = await spawnServer(home, report);
    if ('connection' in attempt) return attempt;
    refusedAt ??= performance.now();
    const refusedMs = performance.now() - refusedAt;
    if (refusedMs > REFUSAL_LIMIT_MS) throw startFailed(home, attempt.output);
    if (LOCK_FILE_PRESENT.test(attempt.output)) await removeStaleLockFiles(home.cluster, attempt.socketDirectory);
    else if (refusedMs > ORPHANS_LEAVE_WITHIN_MS) await endOrphans(home.cluster, report);
    await delay(REFUSAL_RETRY_MS);
  }
}

/** PostgreSQL would not start, for a reason that passes or that can be removed. */
interface Refusal {
  readonly output: string;
  readonly socketDirectory: string;
}

async function spawnServer(home: DatabaseHome, report: (message: string) => void): Promise<RunningServer | Refusal> {
  const binaries = await prepareBinaries(home, report);
  await ensureCluster(home, binaries, report);
  const connection = connectionTo(await makeSocketDirectory(home), SOCKET_PORT);
  const log = await ServerLog.open(home.logFile);
  try {
    const child = spawn(binaries.postgres, serverArguments(home, connection), {
      ...identityOf(home.user),
      env: PROGRAM_ENVIRONMENT,
      // The server's user may not be allowed into our directory.
      cwd: '/',
      stdio: ['ignore', log.descriptor, log.descriptor],
      // A session of its own: Ctrl-C reaches the terminal's whole process group, and the server must not go down
      // before the service has closed its calls.
      detached: true,
    });
    child.unref();
    let exited = false;
    child.once('exit', () => {
      exited = true;
    });
    await once(child, 'spawn').catch((error) => {
      throw fromSpawnError(error, binaries.postgres);
    });
    if (await becomesReady(home, connection, async () => exited, report)) {
      // When two start at once the other's server may be the one that answers, while ours is about to give up.
      const pid = (await readPostmasterFile(home.cluster))?.pid ?? child.pid!;
      return { connection, pid, adopted: pid !== child.pid };
    }
    const output = await log.tail();
    if (!isRefusal(output)) throw startFailed(home, output);
    return { output, socketDirectory: connection.host };
  } finally {
    await log.close();
  }
}

function serverArguments(home: DatabaseHome, connection: EmbeddedConnection): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: connection.host,
    unix_socket_permissions: '0700',
    cluster_name: clusterName(home.cluster),
    // The log is the file that we give it, which its errors are quoted from.
    logging_collector: 'off',
    log_destination: 'stderr',
    fsync: 'on',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', home.cluster, '-p', String(connection.port), ...flags];
}

/** @returns false when `gone` says that the server ended first. */
async function becomesReady(
  home: DatabaseHome,
  connection: EmbeddedConnection,
  gone: () => Promise<boolean>,
  report: (message: string) => void,
): Promise<boolean> {
  const startedAt = performance.now();
  let reportAt = startedAt + PROGRESS_EVERY_MS;
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * 1.2, LONGEST_POLL_MS)) {
    const answer = await ping(connection);
    if (answer.state === 'ready') return true;
    if (await gone()) return false;
    const now = performance.now();
    const waitedMs = now - startedAt;
    const limitMs = answer.state === 'absent' ? SOCKET_LIMIT_MS : START_LIMIT_MS;
    if (answer.state === 'refused' || waitedMs > limitMs) throw unreachable(home, connection, answer, waitedMs);
    if (now >= reportAt) {
      report(`PostgreSQL in ${home.cluster} is not ready yet, after ${Math.round(waitedMs / 1000)} s`);
      reportAt = now + PROGRESS_EVERY_MS;
    }
    await delay(pollMs);
  }
}

function unreachable(home: DatabaseHome, connection: EmbeddedConnection, answer: Ping, waitedMs: number) {
  const reason = answer.state === 'refused' ? answer.error.message : `no answer in ${Math.round(waitedMs / 1000)} s`;
  return new DatabaseStartError(
    'failed',
    `PostgreSQL runs in ${home.cluster}, but cannot be reached through ${connection.host}: ${reason}.`,
    `See its log, ${home.logFile}; or stop it (its process number is in postmaster.pid) and start again.`,
  );
}

const LOCK_FILE_PRESENT = /lock file ".*(?:postmaster\.pid|\.lock)" (?:already exists|is empty)/;
const SHARED_MEMORY_IN_USE = /pre-existing shared memory block .* is still in use/;

function isRefusal(output: string): boolean {
  return LOCK_FILE_PRESENT.test(output) || SHARED_MEMORY_IN_USE.test(output);
}

function startFailed(home: DatabaseHome, output: string): DatabaseStartError {
  return fromServerOutput(output, `PostgreSQL could not start in ${home.cluster} (log: ${home.logFile})`);
}
