import { execFile } from 'node:child_process';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** What PostgreSQL writes into postmaster.pid (src/include/utils/pidfile.h). */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly socketDirectory: string;
}

/** Null when there is no server, or none that has got as far as opening its socket. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | null> {
  const text = await readText(path.join(cluster, 'postmaster.pid'));
  // Lines: pid, data directory, start time, port, socket directory, listen address, shared memory, status.
  const [pid, , , port, socketDirectory] = text.split('\n');
  if (!pid || !port || !socketDirectory) return null;
  return { pid: Number(pid), port: Number(port), socketDirectory };
}

/** The first line of postmaster.pid, which is there before the server has a socket; null when there is no file. */
export async function readPostmasterPid(cluster: string): Promise<number | null> {
  return parsePid(await readText(path.join(cluster, 'postmaster.pid')));
}

function parsePid(text: string): number | null {
  return Number.parseInt(text, 10) || null;
}

/** How long a server that starts may take to fill the file that it has just made. */
const EMPTY_LIMIT_MS = 5_000;

/**
 * Removes lock files that PostgreSQL would not start beside although their server is dead: postmaster.pid, and the lock
 * of the socket in `socketDirectory`. PostgreSQL asks kill(2) whether the number in them lives. It says so of a process
 * that is dead and not yet reaped (in a container that may never happen), and of another process of the same user
 * that was given the number later. A power cut may leave a file empty.
 */
export async function removeStaleLockFiles(cluster: string, socketDirectory: string): Promise<void> {
  await removeStaleLockFile(path.join(cluster, 'postmaster.pid'), cluster);
  for (const name of await readdir(socketDirectory)) {
    if (SOCKET_LOCK.test(name)) await removeStaleLockFile(path.join(socketDirectory, name), cluster);
  }
}

const SOCKET_LOCK = /^\.s\.PGSQL\.\d+\.lock$/;

async function removeStaleLockFile(file: string, cluster: string): Promise<void> {
  const pid = parsePid(await readText(file));
  const inUse = pid === null ? await isFresh(file) : await isPostmasterOf(cluster, pid);
  if (inUse) return;
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  // A server that started between the look and the rename gets its file back: it looks for it once a minute.
  const isStale = parsePid(await readText(aside)) === pid;
  await (isStale ? rm(aside) : rename(aside, file));
}

async function isFresh(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => null);
  return stats !== null && Date.now() - stats.mtimeMs < EMPTY_LIMIT_MS;
}

/**
 * Whether `pid` is the server of `cluster` and no other process that was given the same number later, nor a zombie
 * that is not reaped (whose command line is empty).
 */
export async function isPostmasterOf(cluster: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    // The command line is what /proc shows of another user's process even to a root without ptrace rights.
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.includes(`\0-D\0${cluster}\0`);
  }
  const ps = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return `${ps.stdout.trim()} `.includes(` -D ${cluster} `);
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}

const run = promisify(execFile);
