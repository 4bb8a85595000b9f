// npm does not hand on the signals that end it, and with SIGKILL it could not.
import { readFileSync } from 'node:fs';

function parentOf(pid) {
  try {
    // The name in brackets may hold spaces and brackets itself; the parent is the second field after it (proc(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

function nameOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return undefined;
  }
}

const EVERY_MS = 250;

/** Calls `gone` once, when the npm that started this process is no more. Does nothing when npm did not start it. */
export function watchNpm(gone) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  // npm runs scripts by a shell; some shells step aside for the command, others stay in between.
  const viaShell = ['sh', 'dash', 'bash'].includes(nameOf(parent));
  const npm = viaShell ? parentOf(parent) : undefined;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return;
    clearInterval(timer);
    gone();
  }, EVERY_MS);
  timer.unref();
}
