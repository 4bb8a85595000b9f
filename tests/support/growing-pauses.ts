import { setTimeout as delay } from 'node:timers/promises';

const FIRST_MS = 25;
const LONGEST_MS = 400;
const GROWTH = 1.25;

/**
 * Pauses between one look and the next, without end: short while what is waited for may come in a moment, longer when it
 * takes its time. Ten looks a second at each of a dozen calls would take more CPU than the calls.
 */
export function* growingPauses(): Generator<() => Promise<void>, never> {
  for (let pauseMs = FIRST_MS; ; pauseMs = Math.min(LONGEST_MS, pauseMs * GROWTH)) yield () => delay(pauseMs);
}

/** Reads until it is as wanted; the test's own time limit ends the waiting. */
export async function until<T>(read: () => Promise<T>, isWanted: (value: T) => boolean): Promise<T> {
  const pauses = growingPauses();
  for (;;) {
    const value = await read();
    if (isWanted(value)) return value;
    await pauses.next().value();
  }
}
