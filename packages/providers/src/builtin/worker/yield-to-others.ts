import { constants, getPriority, setPriority } from 'node:os';

/**
 * Puts the calling thread so many steps of priority behind the process, whatever it was started with. On Linux priority belongs
 * to a thread, and process 0 means the calling one; elsewhere nothing happens.
 */
export function yieldToOthers(steps: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, Math.min(getPriority(process.pid) + steps, constants.priority.PRIORITY_LOW));
  } catch {
    // A container may forbid it: the thread then competes as an equal.
  }
}
