import { getPriority, setPriority } from 'node:os';

/** Ahead of everything that is not paced by a clock; real-time threads of the system stay ahead of it. */
const PACED_NICENESS = -10;

/**
 * Puts the calling thread, which sends audio, ahead of what is not paced by a clock: late frames are heard as gaps. Linux: process
 * id 0 is the calling thread (setpriority(2)), so nothing else is preferred. Where root is needed and not there, pacing does without.
 */
export function preferPacedThread(): void {
  if (process.platform !== 'linux') return;
  try {
    // A service that was started ahead of others is not set back.
    setPriority(0, Math.min(getPriority(0), PACED_NICENESS));
  } catch {
    // EACCES or EPERM: an ordinary user may not.
  }
}
