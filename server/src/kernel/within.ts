/** Waits for `work`, for the time, or for the signal: for what comes first. True when the work is done. Never rejects. */
export async function within(limitMs: number, work: Promise<unknown>, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const done = () => resolve(true);
  const stop = () => resolve(false);
  work.then(done, done);
  const timer = setTimeout(stop, limitMs);
  signal?.addEventListener('abort', stop);
  const isDone = await promise;
  clearTimeout(timer);
  signal?.removeEventListener('abort', stop);
  return isDone;
}
