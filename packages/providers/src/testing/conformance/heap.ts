import v8 from 'node:v8';
import vm from 'node:vm';

/** Bytes that are still in use after a collection, buffers outside of the heap among them. */
export function usedBytes(): number {
  v8.setFlagsFromString('--expose-gc');
  (vm.runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
