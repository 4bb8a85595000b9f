/**
 * A proxy or a trunk that has the INVITE says so within 200 ms (RFC 3261 section 17.2.1). By now five copies have left, at 0, 0.5,
 * 1.5, 3.5 and 7.5 s: a trunk that is there has had one, and the caller need not wait for timer B at 32 s.
 */
export const SILENCE_TIMEOUT_MS = 10_000;
/** Where there is another hop to go to: four copies have left by now. */
export const SILENT_HOP_MS = 4000;
