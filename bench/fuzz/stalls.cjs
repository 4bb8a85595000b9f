// A preload (node --require) of a service that is fuzzed. On SIGUSR2 it writes what its main thread, which signalling runs on, has
// been like since the last time into FUZZ_REPORT: how long the thread was busy without coming back to its timers, by its CPU, which
// other work on the host does not change, and by the clock; and its heap after a collection.
const { renameSync, writeFileSync } = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { isMainThread } = require('node:worker_threads');

const INTERVAL_MS = 5;
const STALL_MS = 20;

if (isMainThread && process.argv[1]?.endsWith('server/src/main.ts')) {
  const delay = monitorEventLoopDelay({ resolution: INTERVAL_MS });
  delay.enable();
  let worst = { cpuMs: 0, stalls: 0 };
  let before = process.threadCpuUsage();
  const meter = setInterval(() => {
    const now = process.threadCpuUsage();
    const cpuMs = (now.user - before.user + now.system - before.system) / 1000;
    before = now;
    worst = { cpuMs: Math.max(worst.cpuMs, cpuMs), stalls: worst.stalls + (cpuMs > STALL_MS ? 1 : 0) };
  }, INTERVAL_MS);
  meter.unref();
  process.on('SIGUSR2', () => {
    const report = { ...worst, delayP99Ms: delay.percentile(99) / 1e6, delayWorstMs: delay.max / 1e6 };
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    const heapMb = process.memoryUsage().heapUsed / 1e6;
    writeFileSync(`${process.env.FUZZ_REPORT}.new`, JSON.stringify({ ...report, heapMb }));
    renameSync(`${process.env.FUZZ_REPORT}.new`, process.env.FUZZ_REPORT);
    delay.reset();
    worst = { cpuMs: 0, stalls: 0 };
    before = process.threadCpuUsage();
  });
}
