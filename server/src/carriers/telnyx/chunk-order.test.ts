import { expect, test } from 'vitest';
import { ChunkOrder } from './chunk-order.ts';

/** What is played of chunks that come in this order; a chunk is its number. */
function played(...numbers: number[]): number[] {
  const order = new ChunkOrder<number>();
  return numbers.flatMap((number) => order.take(number, number));
}

test.each([
  ['in order', [1, 2, 3], [1, 2, 3]],
  ['two that overtake each other', [1, 3, 2, 4], [1, 2, 3, 4]],
  ['one that is 80 ms late', [1, 3, 4, 5, 6, 2, 7], [1, 2, 3, 4, 5, 6, 7]],
  ['one that is lost is waited for for 100 ms', [1, 3, 4, 5, 6, 7, 8, 9], [1, 3, 4, 5, 6, 7, 8, 9]],
  ['one that comes after its turn was given up', [1, 3, 4, 5, 6, 7, 8, 2], [1, 3, 4, 5, 6, 7, 8]],
  ['twice', [1, 2, 2, 1, 3], [1, 2, 3]],
  ['a stream whose first chunk is not the first', [5, 6, 4, 7], [5, 6, 7]],
])('%s', (_, come, go) => {
  expect(played(...come)).toEqual(go);
});
