import { setTimeout as delay } from 'node:timers/promises';
import { isPostmasterOf } from './postmaster-file.ts';

const POLL_MS = 10;

/** A fast shutdown ends sessions and writes a checkpoint; then an immediate one, which costs a recovery, no data. */
const FAST_LIMIT_MS = 60_000;
const IMMEDIATE_LIMIT_MS = 10_000;

/** Stops the server `pid` of `cluster` and waits until it is gone. Does nothing when it is not running here. */
export async function shutDown(cluster: string, pid: number): Promise<void> {
  if (await signalAndWait(cluster, pid, 'SIGINT', FAST_LIMIT_MS)) return;
  await signalAndWait(cluster, pid, 'SIGQUIT', IMMEDIATE_LIMIT_MS);
}

async function signalAndWait(
  cluster: string,
  pid: number,
  signal: 'SIGINT' | 'SIGQUIT',
  limitMs: number,
): Promise<boolean> {
  if (!(await isPostmasterOf(cluster, pid))) return true;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
    throw error;
  }
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    if (!(await isPostmasterOf(cluster, pid))) return true;
    await delay(POLL_MS);
  }
  return false;
}
