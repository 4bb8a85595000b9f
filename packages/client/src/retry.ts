import type { ParleyError } from './parley-error.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8000;
/** A rate slot is free after 60 s at the latest; a longer wait is the caller's decision. */
const LONGEST_RETRY_AFTER_S = 60;

/**
 * Milliseconds to wait before the next attempt, or null when there should be none.
 * `repeatable`: that the request was carried out already does no harm when it is sent again.
 */
export function retryDelayMs(
  error: ParleyError,
  attempt: { number: number; repeatable: boolean; random: () => number },
): number | null {
  const spread = 0.5 + attempt.random() / 2;
  if (error.code === 'rate_limited') {
    // Refused before anything was done, so any request may be sent again. A little later, so that not all come at once.
    const retryAfterS = error.retryAfterS ?? 1;
    return retryAfterS > LONGEST_RETRY_AFTER_S ? null : retryAfterS * 1000 + attempt.random() * 250;
  }
  if (!attempt.repeatable || !isPassing(error)) return null;
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt.number - 1)) * spread;
}

function isPassing(error: ParleyError): boolean {
  return error.code === 'connection_failed' || error.code === 'timed_out' || (error.status ?? 0) >= 500;
}
