import { afterEach, expect, test, vi } from 'vitest';
import { GroupedWrites } from './grouped-writes.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('what comes while a write is under way goes together with the next', async () => {
  const groups: (readonly number[])[] = [];
  const writes = new GroupedWrites<number, number>(async (items) => {
    groups.push(items);
    await Promise.resolve();
    return items;
  });
  await Promise.all([1, 2, 3, 4].map((item) => writes.add(item)));
  await writes.add(5);
  expect(groups).toEqual([[1], [2, 3, 4], [5]]);
});

test('one that cannot be written fails alone', async () => {
  const written: number[] = [];
  const writes = new GroupedWrites<number, number>(async (items) => {
    await Promise.resolve();
    if (items.includes(3)) throw new Error('three');
    written.push(...items);
    return items;
  });
  const results = await Promise.allSettled([1, 2, 3, 4].map((item) => writes.add(item)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(written).toEqual([1, 2, 4]);
});

test('each gets its own result, and what comes within the pace is one group', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const groups: (readonly number[])[] = [];
  const write = async (items: readonly number[]) => {
    groups.push(items);
    return items.map((item) => item * 2);
  };
  const writes = new GroupedWrites(write, { paceMs: 50 });
  expect(await writes.add(1)).toBe(2);
  const results = Promise.all([writes.add(2), writes.add(3)]);
  await vi.advanceTimersByTimeAsync(49);
  expect(groups).toEqual([[1]]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await results).toEqual([4, 6]);
  await vi.advanceTimersByTimeAsync(50);
  expect(await writes.add(4)).toBe(8);
  expect(groups).toEqual([[1], [2, 3], [4]]);
});

test('as many writes as may are under way at once', async () => {
  const groups: (readonly number[])[] = [];
  const released = Promise.withResolvers<void>();
  const write = async (items: readonly number[]) => {
    groups.push(items);
    await released.promise;
    return items;
  };
  const writes = new GroupedWrites(write, { concurrency: 2 });
  const written = Promise.all([1, 2, 3, 4].map((item) => writes.add(item)));
  expect(groups).toEqual([[1], [2]]);
  released.resolve();
  expect(await written).toEqual([1, 2, 3, 4]);
  expect(groups).toEqual([[1], [2], [3, 4]]);
});
