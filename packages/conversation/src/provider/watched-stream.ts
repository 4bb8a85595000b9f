import type { MediaClock } from '../media-clock.ts';

export interface StreamWatch {
  clock: MediaClock;
  /** Longest wait for the next item, in media time. */
  stallMs: number;
  signal: AbortSignal;
  onStall: () => Error;
}

/**
 * A provider's stream that cannot hang: it throws `onStall()` when no item comes in time, and ends when `signal` aborts,
 * whatever the provider does.
 */
export async function* watchedStream<T>(source: AsyncIterable<T>, watch: StreamWatch): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    while (!watch.signal.aborted) {
      const item = await nextInTime(iterator, watch);
      if (item === null || item.done || watch.signal.aborted) return;
      yield item.value;
    }
  } finally {
    // Not awaited: a provider that hangs in `next` would hang here, too.
    iterator.return?.().catch(() => undefined);
  }
}

/** Null when `signal` aborts. Rejects with `onStall()` when nothing comes in time. */
function nextInTime<T>(iterator: AsyncIterator<T>, watch: StreamWatch): Promise<IteratorResult<T> | null> {
  const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<T> | null>();
  const stop = (): void => resolve(null);
  const cancelTimer = watch.clock.after(watch.stallMs, () => reject(watch.onStall()));
  watch.signal.addEventListener('abort', stop, { once: true });
  iterator
    .next()
    .then(resolve, reject)
    .finally(() => {
      cancelTimer();
      watch.signal.removeEventListener('abort', stop);
    });
  return promise;
}
