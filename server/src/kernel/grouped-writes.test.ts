import { expect, test } from 'vitest';
import { GroupedWrites } from './grouped-writes.ts';

test('what comes while a write is under way goes together with the next', async () => {
  const groups: (readonly number[])[] = [];
  const writes = new GroupedWrites<number>(async (items) => {
    groups.push(items);
    await Promise.resolve();
  });
  await Promise.all([1, 2, 3, 4].map((item) => writes.add(item)));
  await writes.add(5);
  expect(groups).toEqual([[1], [2, 3, 4], [5]]);
});

test('one that cannot be written fails alone', async () => {
  const written: number[] = [];
  const writes = new GroupedWrites<number>(async (items) => {
    await Promise.resolve();
    if (items.includes(3)) throw new Error('three');
    written.push(...items);
  });
  const results = await Promise.allSettled([1, 2, 3, 4].map((item) => writes.add(item)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(written).toEqual([1, 2, 4]);
});
