// Installs the dependencies when they are missing or older than the lock file; otherwise does nothing.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './runtime.mjs';

const lockFile = path.join(root, 'package-lock.json');
const stampFile = path.join(root, 'node_modules', '.parley-installed');

/**
 * `run`: what the service needs; `all`: also the tools that check and test it, which take as long again to install.
 * An installation with the tools keeps them.
 */
export function install(what) {
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  const installed = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  if (installed === `${lock} all` || installed === `${lock} ${what}`) return;
  const all = what === 'all' || existsSync(path.join(root, 'node_modules', 'vitest'));
  process.stderr.write('parley: installing dependencies with npm (first time only, less than a minute) …\n');
  // Not `npm ci`: it refuses the whole installation when a registry lacks an optional package of some other platform.
  const words = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const result = spawnSync('npm', all ? words : [...words, '--omit=dev'], {
    cwd: root,
    // npm talks on standard error, so that `parley … --json` keeps standard output to itself.
    stdio: ['ignore', 2, 2],
    // ONNX Runtime would fetch libraries for graphics cards from another registry.
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    process.stderr.write(
      'parley: npm could not install the dependencies (its message is above).\n' +
        'parley: check that the npm registry can be reached (npm ping), then run the command again.\n',
    );
    process.exit(1);
  }
  writeFileSync(stampFile, `${lock} ${all ? 'all' : 'run'}`);
}
