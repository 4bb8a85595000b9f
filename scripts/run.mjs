// npm start, npm run parley, npm run bench:*: installs what is missing, then runs a TypeScript file on Node 24.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { buildDashboard } from './dashboard.mjs';
import { install } from './install.mjs';
import { watchNpm } from './npm-watch.mjs';
import { compileCache, nodeBinary, root } from './runtime.mjs';

install('run');
const node = nodeBinary();
if (!node) {
  process.stderr.write(
    `parley: no Node 24 for ${process.platform}-${process.arch} comes with npm; install Node 24 or later and try again.\n`,
  );
  process.exit(1);
}
// The service alone shows it; the command line has nothing to wait for.
if (process.argv[2] === 'server/src/main.ts') buildDashboard(node);
/** MiB. V8 fills its young generation before it cleans it: at 16, the default, a service at rest keeps 30 MB of garbage. */
const semiSpace = '--max-semi-space-size=8';
/**
 * libuv's pool is one for the whole process. Each media thread has one operation of the disk in it at a time: where the disk
 * stalls they hold one thread each, and the four that are the default are left for name resolution and all other files.
 * Read once, when the pool is first used: it has to be there from the start.
 */
const mediaThreads = Number(process.env.PARLEY_MEDIA_THREADS) || availableParallelism();
const threadPool = { UV_THREADPOOL_SIZE: String(mediaThreads + 4) };
// By the channel the child notices when this process is gone, whatever ended it, and stops in order.
const child = spawn(node, [semiSpace, ...process.argv.slice(2)], {
  cwd: root,
  env: { ...compileCache, ...threadPool, ...process.env },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
let isStopping = false;
// Once: a second signal makes the service stop without waiting.
const stop = () => {
  if (!isStopping) child.kill('SIGTERM');
  isStopping = true;
};

// The terminal sends Ctrl-C to the whole group; the service closes its calls itself, so only wait for it here.
process.on('SIGINT', () => {});
process.on('SIGTERM', stop);
process.on('SIGHUP', stop);
watchNpm(stop);
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)));
