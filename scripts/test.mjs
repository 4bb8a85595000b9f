// npm test: everything. Further words go to vitest: npm test -- tests/journeys
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { install } from './install.mjs';
import { installPeers } from './peers.mjs';
import { compileCache, nodeBinary, root } from './runtime.mjs';

install('all');
const only = process.argv.slice(2);
const missing = installPeers();
for (const peer of missing) {
  process.stdout.write(`test: SKIPPED: ${peer.tests}: ${peer.command} is missing (Debian: ${peer.debianPackage})\n`);
}
if (missing.length > 0 && process.env.CI) {
  process.stdout.write('test: in CI nothing may be skipped\n');
  process.exit(1);
}

const env = {
  ...compileCache,
  ...process.env,
  PATH: `${path.dirname(nodeBinary())}${path.delimiter}${process.env.PATH}${path.delimiter}/usr/sbin`,
  PARLEY_MISSING_PEERS: missing.map((peer) => peer.command).join(','),
};
const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: 'inherit', env }).status ?? 1;

const vitest = (...words) => run(path.join(root, 'node_modules', '.bin', 'vitest'), ['run', ...words]);

if (only.length > 0) process.exit(vitest(...only));
const results = [
  run(process.execPath, ['scripts/check.mjs']),
  // By itself vitest leaves one processor to whoever watches.
  vitest('--project', 'unit', '--maxWorkers=100%'),
  // Services that mostly wait for their limits, time-outs and the end of calls without words.
  vitest('--project', 'interface', `--maxWorkers=${2 * availableParallelism()}`),
  vitest('--project', 'calls'),
  vitest('--project', 'browser'),
];
process.exit(results.every((status) => status === 0) ? 0 : 1);
