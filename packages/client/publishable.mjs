// Inside the repository the client is run from its sources; in a package it is what was built. npm takes no `exports`
// out of publishConfig, so package.json is exchanged while npm packs, and put back afterwards.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const manifest = new URL('./package.json', import.meta.url);
const original = new URL('./package.source.json', import.meta.url);

// Also what an interrupted packing has left behind.
if (existsSync(original)) renameSync(original, manifest);

if (process.argv[2] !== '--restore') {
  const text = readFileSync(manifest, 'utf8');
  const { scripts: _scripts, devDependencies: _devDependencies, ...published } = JSON.parse(text);
  published.exports = { '.': { types: './dist/index.d.ts', default: './dist/index.js' } };
  writeFileSync(original, text);
  writeFileSync(manifest, `${JSON.stringify(published, null, 2)}\n`);
}
