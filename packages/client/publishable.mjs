// Inside the repository the client is run from its sources; in a package it is what was built. npm takes no `exports`
// out of publishConfig, so package.json is exchanged while npm packs, and put back afterwards.
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const inPackage = (name) => new URL(`./${name}`, import.meta.url);
const manifest = inPackage('package.json');
const original = inPackage('package.source.json');
const license = inPackage('LICENSE');

// Also what an interrupted packing has left behind.
if (existsSync(original)) renameSync(original, manifest);
rmSync(license, { force: true });

if (process.argv[2] !== '--restore') {
  const text = readFileSync(manifest, 'utf8');
  const { scripts: _scripts, devDependencies: _devDependencies, ...published } = JSON.parse(text);
  published.exports = { '.': { types: './dist/index.d.ts', default: './dist/index.js' } };
  writeFileSync(original, text);
  writeFileSync(manifest, `${JSON.stringify(published, null, 2)}\n`);
  copyFileSync(inPackage('../../LICENSE'), license);
}
