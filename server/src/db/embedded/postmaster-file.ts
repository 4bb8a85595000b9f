import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
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
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  // Lines: pid, data directory, start time, port, socket directory, listen address, shared memory, status.
  const [pid, , , port, socketDirectory] = text.split('\n');
  if (!pid || !port || !socketDirectory) return null;
  return { pid: Number(pid), port: Number(port), socketDirectory };
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

const run = promisify(execFile);
