import { setTimeout as delay } from 'node:timers/promises';

/** Waits for `work`, for the time, or for the signal: for what comes first. True when the work is done. Never rejects. */
export async function within(limitMs: number, work: Promise<unknown>, signal?: AbortSignal): Promise<boolean> {
  const done = new AbortController();
  const stop = signal ? AbortSignal.any([signal, done.signal]) : done.signal;
  const finished = work.then(
    () => true,
    () => true,
  );
  const late = delay(limitMs, false, { signal: stop }).catch(() => false);
  try {
    return await Promise.race([finished, late]);
  } finally {
    done.abort();
  }
}
