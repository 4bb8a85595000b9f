import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Empty for a zombie, and for a thread of the kernel. */
  readonly command: string;
}

/** Every process that this user may see. */
export async function listProcesses(): Promise<Process[]> {
  if (process.platform !== 'linux') return listWithPs();
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  return Promise.all(pids.map(async (pid) => ({ pid, parent: await parentOf(pid), command: await commandOf(pid) })));
}

async function commandOf(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
}

async function parentOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in brackets may hold spaces and brackets itself; the parent is the second field after it (proc(5)).
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

async function listWithPs(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,ppid=,command=']);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command: command ?? '' }];
  });
}
