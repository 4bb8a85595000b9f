import { parentPort } from 'node:worker_threads';

/** Besides the heap, which V8 limits: what is unpacked lies outside of it. */
const MOST_BYTES = 640 * 1024 * 1024;
const LOOK_EVERY_MS = 25;
/** The service has stopped waiting for the process long before. */
const LONGEST_LIFE_MS = 180_000;

// A thread of its own: the other one is busy while it unpacks.
const beganAtMs = performance.now();
setInterval(() => {
  const isOld = performance.now() - beganAtMs > LONGEST_LIFE_MS;
  if (isOld || process.memoryUsage.rss() > MOST_BYTES) process.kill(process.pid, 'SIGKILL');
}, LOOK_EVERY_MS);
parentPort?.unref();
