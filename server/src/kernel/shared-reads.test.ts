import { expect, test } from 'vitest';
import { SharedReads } from './shared-reads.ts';

/** Reads that end when the test says so. */
function openReads() {
  const reads = new SharedReads<number>();
  const begun: PromiseWithResolvers<number>[] = [];
  const ask = () => {
    const read = Promise.withResolvers<number>();
    begun.push(read);
    return read.promise;
  };
  return { read: (key = 'a') => reads.read(key, ask), begun };
}

test('a caller during a read shares the next one, which begins after the request', async () => {
  const { read, begun } = openReads();
  const first = read();
  const others = [read(), read(), read()];
  expect(begun).toHaveLength(1);
  begun[0]!.resolve(1);
  expect(await first).toBe(1);
  await Promise.resolve();
  expect(begun).toHaveLength(2);
  begun[1]!.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
});

test('a read that is over is not kept, and other keys wait for none', async () => {
  const { read, begun } = openReads();
  const first = read();
  void read('b');
  expect(begun).toHaveLength(2);
  begun[0]!.resolve(1);
  await first;
  void read();
  expect(begun).toHaveLength(3);
});

test('a read that fails fails for those who share it, and for no other', async () => {
  const { read, begun } = openReads();
  const first = read();
  const second = read();
  begun[0]!.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await Promise.resolve();
  begun[1]!.resolve(2);
  expect(await second).toBe(2);
});
