// Builds the dashboard when it is missing or older than its sources; otherwise does nothing. Runs on Node 20.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './runtime.mjs';

/** Made by the build, not for it. */
const notSources = new Set(['dist', 'node_modules', 'routeTree.gen.ts']);
/** Of smaller files the header is as large as what would be saved. */
const WORTH_COMPRESSING_BYTES = 1024;

/**
 * Returns false when there is none after it: the service starts all the same, and its page says so.
 * `home`: the directory of the repository.
 */
export function buildDashboard(node, home = root) {
  const dashboard = path.join(home, 'dashboard');
  const built = path.join(dashboard, 'dist');
  const stampFile = path.join(built, 'sources.sha256');
  const sources = hashOfSources(home);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sources) return true;
  const startMs = performance.now();
  process.stderr.write('parley: building the dashboard (kept until its sources change) …\n');
  // Two starts at once each build their own; the directory is there as a whole or not at all.
  const making = path.join(dashboard, `dist.${process.pid}`);
  const vite = path.join(home, 'node_modules', 'vite', 'bin', 'vite.js');
  const result = spawnSync(node, [vite, 'build', '--logLevel', 'warn', '--outDir', making, '--emptyOutDir'], {
    cwd: dashboard,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  rmSync(built, { recursive: true, force: true });
  if (result.status !== 0) {
    rmSync(making, { recursive: true, force: true });
    process.stderr.write(
      `${result.stdout ?? ''}${result.stderr ?? ''}${result.error ? `${result.error.message}\n` : ''}` +
        'parley: the dashboard could not be built (the reason is above); calls and the API work without it.\n' +
        'parley: if its sources are unchanged, remove node_modules and run npm start again.\n',
    );
    return false;
  }
  compress(path.join(making, 'assets'));
  writeFileSync(path.join(making, path.basename(stampFile)), sources);
  renameSync(making, built);
  process.stderr.write(`parley: the dashboard is built (${((performance.now() - startMs) / 1000).toFixed(1)} s)\n`);
  return true;
}

function hashOfSources(home) {
  const hash = createHash('sha256');
  const directories = ['dashboard', 'packages/contract/src', 'packages/client/src'];
  const files = directories.flatMap((directory) => filesIn(path.join(home, directory)));
  for (const file of [...files, path.join(home, 'package-lock.json')]) {
    hash
      .update(`${path.relative(home, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesIn(directory) {
  return readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => !notSources.has(name) && !name.startsWith('dist.') && !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const place = path.join(directory, entry.name);
      return entry.isDirectory() ? filesIn(place) : [place];
    });
}

function compress(directory) {
  for (const name of readdirSync(directory)) {
    const content = readFileSync(path.join(directory, name));
    if (!/\.(js|css|svg)$/.test(name) || content.length < WORTH_COMPRESSING_BYTES) continue;
    writeFileSync(path.join(directory, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}
