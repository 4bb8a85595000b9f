import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The embedded PostgreSQL of a data directory, as an operator sees it who has only /proc. */
export class DatabaseProcesses {
  readonly #dataDir: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Null while none runs. A number that is another process's by now is none of ours. */
  get postmaster(): number | null {
    const cluster = path.join(this.home, 'data');
    const pid = Number.parseInt(read(path.join(cluster, 'postmaster.pid')), 10);
    if (!Number.isInteger(pid) || pid <= 1) return null;
    return read(`/proc/${pid}/cmdline`).includes(`\0${cluster}\0`) ? pid : null;
  }

  /** `whole`: as the kernel does it to a container; else the postmaster alone, whose children notice and follow. */
  kill(whole: boolean): boolean {
    return this.#signal('SIGKILL', whole);
  }

  freeze(): boolean {
    return this.#signal('SIGSTOP', true);
  }

  thaw(): boolean {
    return this.#signal('SIGCONT', true);
  }

  #signal(signal: NodeJS.Signals, whole: boolean): boolean {
    const { postmaster } = this;
    if (postmaster === null) return false;
    // The postmaster first: it must not see its children die, and start others.
    send(postmaster, signal);
    if (whole) for (const pid of childrenOf(postmaster)) send(pid, signal);
    return true;
  }

  /** As root the database may have to live elsewhere; then the first line of a file says where. */
  get home(): string {
    const elsewhere = read(path.join(this.#dataDir, 'postgres-location')).split('\n')[0]!.trim();
    return elsewhere === '' ? path.join(this.#dataDir, 'postgres') : elsewhere;
  }
}

const childrenOf = (pid: number): number[] =>
  read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (['ENOENT', 'ESRCH', 'ENOTDIR'].includes(code)) return '';
    throw error;
  }
}
