import { execFile } from 'node:child_process';
import { readFile, rename, rm, stat } from 'node:fs/promises';
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
 * Removes a postmaster.pid that PostgreSQL would not start beside although its server is gone: one whose number was
 * given to another process of the same user, as happens in containers, where numbers are small; or one that a power cut
 * left empty.
 */
export async function removeLeftOverFile(cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  const pid = await readPostmasterPid(cluster);
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
  const leftOver = parsePid(await readText(aside)) === pid;
  await (leftOver ? rm(aside) : rename(aside, file));
}

async function isFresh(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => null);
  return stats !== null && Date.now() - stats.mtimeMs < EMPTY_LIMIT_MS;
}

/**
 * Whether `pid` is the server of `cluster` and no other process that was given the same number later, nor a zombie
 * that nobody reaps (whose command line is empty).
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
