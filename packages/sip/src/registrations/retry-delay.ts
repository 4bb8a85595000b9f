const FIRST_MS = 5000;
const LONGEST_MS = 300_000;
/** A registrar may say when to come back, within reason. */
const LONGEST_ASKED_S = 3600;

/**
 * How long after a failure a registration is tried again: twice as long each time, half of it by chance (`random` in [0, 1)),
 * so that after an outage not all come back at once. Not before the registrar wants it.
 */
export function retryDelayMs(failures: number, retryAfterS: number | null, random: number): number {
  const mostMs = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
  const askedMs = Math.min(retryAfterS ?? 0, LONGEST_ASKED_S) * 1000;
  return Math.max(mostMs / 2 + (mostMs / 2) * random, askedMs);
}
