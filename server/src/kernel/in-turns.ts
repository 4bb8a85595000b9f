import { setImmediate as nextTurn } from 'node:timers/promises';

/** The main thread carries the signalling of live calls: nothing else may hold it for longer. */
const TURN_MS = 4;

/** Does the work for each item, and lets everything else have its turn after each few milliseconds of it. */
export async function eachInTurns<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => void,
): Promise<void> {
  let startedMs = performance.now();
  for (const [index, item] of items.entries()) {
    work(item, index);
    if (performance.now() - startedMs < TURN_MS) continue;
    await nextTurn();
    startedMs = performance.now();
  }
}
