import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Reader } from './event-reader.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Says something whenever it is asked, or waits for its end. */
async function* talk(ended: AbortSignal, isSilent = false): AsyncGenerator<string, void, undefined> {
  while (!ended.aborted) {
    if (isSilent) await new Promise<void>((resolve) => ended.addEventListener('abort', () => resolve()));
    else yield 'news';
  }
}

function open(options: { isSilent?: boolean; isStillAllowed?: () => Promise<boolean> } = {}) {
  const onEnd = vi.fn();
  const reader = new Reader({
    text: (ended) => talk(ended, options.isSilent),
    isStillAllowed: options.isStillAllowed ?? (async () => true),
    onEnd,
  });
  return { reader, onEnd };
}

test('a client that reads is left alone', async () => {
  const { reader, onEnd } = open();
  for (let minute = 0; minute < 10; minute += 1) {
    expect(await reader.next()).toEqual({ done: false, value: 'news' });
    await vi.advanceTimersByTimeAsync(50_000);
  }
  expect([reader.cut.aborted, onEnd.mock.calls.length]).toEqual([false, 0]);
  await reader.return();
  expect(onEnd).toHaveBeenCalledOnce();
});

test('a client that takes nothing for a minute is cut off', async () => {
  const { reader, onEnd } = open();
  await reader.next();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(reader.cut.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([reader.cut.aborted, onEnd.mock.calls.length]).toEqual([true, 1]);
});

test('one that waits for news is not, and ends in order when its key is revoked', async () => {
  let isAllowed = true;
  const { reader, onEnd } = open({ isSilent: true, isStillAllowed: async () => isAllowed });
  const next = reader.next();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(onEnd).not.toHaveBeenCalled();
  isAllowed = false;
  await vi.advanceTimersByTimeAsync(5000);
  expect(await next).toEqual({ done: true, value: undefined });
  expect([reader.cut.aborted, onEnd.mock.calls.length]).toEqual([false, 1]);
});

test('a database that does not answer revokes nothing', async () => {
  const { reader, onEnd } = open({
    isSilent: true,
    isStillAllowed: () => Promise.reject(new Error('the database is away')),
  });
  void reader.next();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onEnd).not.toHaveBeenCalled();
  await reader.return();
});
