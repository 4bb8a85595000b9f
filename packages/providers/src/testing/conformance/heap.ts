import { setImmediate } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';

/**
 * What is compiled and buffered once is there after a minute. Ten more are 5 MB and up of audio, more than twice what may be
 * kept; of half an hour, the limit was the same part.
 */
export const WARM_UP_MS = 60_000;
export const KEPT_OF_MS = 10 * 60_000;

/** Buffers of a socket are given back in the turns of the event loop behind the one in which they were written. */
const TURNS = 5;
/** The second frees what finalizers of the first have let go. */
const COLLECTIONS = 2;

/** Bytes that are still in use after a collection, buffers outside of the heap among them. */
export async function usedBytes(): Promise<number> {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as () => void;
  for (let collection = 0; collection < COLLECTIONS; collection += 1) {
    for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
