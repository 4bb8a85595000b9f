// Writes THIRD_PARTY.md: every package that ships with Parley, with its version and licence, out of the lock file.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './runtime.mjs';

const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
const rows = Object.entries(packages)
  .filter(([place, entry]) => place.startsWith('node_modules/') && !entry.dev && !entry.link)
  .map(([place, entry]) => {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return { name: entry.name ?? name, version: entry.version, licence: entry.license ?? 'see its own files' };
  })
  .sort((a, b) => (a.name < b.name ? -1 : 1));

const unique = [...new Map(rows.map((row) => [`${row.name}@${row.version}`, row])).values()];
const lines = [
  '# Third-party software',
  '',
  'What is installed with Parley and runs in it. Tools for its development are not listed; they are in `package-lock.json`.',
  'Made by `node scripts/third-party.mjs`.',
  '',
  '| package | version | licence |',
  '|---|---|---|',
  ...unique.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
  '',
];
writeFileSync(path.join(root, 'THIRD_PARTY.md'), lines.join('\n'));
