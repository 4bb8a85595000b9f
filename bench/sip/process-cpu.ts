import { readdirSync, readFileSync } from 'node:fs';

/** Of Linux on every architecture that Node runs on (sysconf(_SC_CLK_TCK)). */
const TICKS_A_SECOND = 100;
const UTIME = 11; // fields of stat behind the name, counted from 0 (proc(5))
const STIME = 12;

/** CPU seconds so far, user and system. */
export interface ThreadCpu {
  /** Of the thread, as the kernel knows it: at most 15 characters. */
  readonly name: string;
  readonly seconds: number;
}

/** Of each living thread of a process; those that ended meanwhile are left out. */
export function threadsCpu(pid: number): ThreadCpu[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const stat = read(`/proc/${pid}/task/${thread}/stat`);
    return stat === null ? [] : [{ name: nameOf(stat), seconds: secondsOf(stat) }];
  });
}

/** Of a process with all its threads, those that ended too; 0 when there is no such process. */
export function processCpuS(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  return stat === null ? 0 : secondsOf(stat);
}

/** Of a process and its children that live: a PostgreSQL server with its backends. */
export function familyCpu(pid: number): Map<number, number> {
  const children = (read(`/proc/${pid}/task/${pid}/children`) ?? '').trim().split(' ').filter(Boolean).map(Number);
  return new Map([pid, ...children].map((member) => [member, processCpuS(member)]));
}

/** What the members of a family have used since, those that came meanwhile whole. */
export function familyCpuSinceS(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);
}

const nameOf = (stat: string): string => stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));

function secondsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[UTIME]) + Number(fields[STIME])) / TICKS_A_SECOND;
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
