import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface ProcessMemory {
  rssMb: number;
  /** Without what is mapped from files, which every process of the same program shares. */
  anonymousMb: number;
  threads: number;
}

function statusField(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN);
}

/** Linux: /proc/<pid>/status (proc(5)), MB of 10^6 bytes. */
export function processMemory(pid: number): ProcessMemory {
  const toMb = (kib: number) => (kib * 1024) / 1e6;
  return {
    rssMb: toMb(statusField(pid, 'VmRSS')),
    anonymousMb: toMb(statusField(pid, 'RssAnon')),
    threads: statusField(pid, 'Threads'),
  };
}

/**
 * What the embedded PostgreSQL takes: the proportional set size of the postmaster and its children, since they share
 * their buffers and RSS would count these once a process. Null without an embedded server.
 */
export function databasePssMb(dataDir: string): number | null {
  const postmaster = postmasterOf(dataDir);
  if (postmaster === null) return null;
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
  const family = pids.filter((pid) => pid === postmaster || parentOf(pid) === postmaster);
  return (family.reduce((sum, pid) => sum + pssKib(pid), 0) * 1024) / 1e6;
}

/** Where the cluster is, when its user may not enter the data directory, is in a file there. */
function postmasterOf(dataDir: string): number | null {
  const pointer = path.join(dataDir, 'postgres-location');
  const home = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : path.join(dataDir, 'postgres');
  const pidFile = path.join(home, 'data', 'postmaster.pid');
  return existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : null;
}

function parentOf(pid: number): number | null {
  try {
    return statusField(pid, 'PPid');
  } catch {
    return null;
  }
}

function pssKib(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
