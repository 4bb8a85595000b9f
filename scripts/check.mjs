// npm run check: types, lint and format, import direction, unused code. Stops at nothing, reports everything.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { install } from './install.mjs';
import { nodeBinary, root } from './runtime.mjs';

install('all');
const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const env = { ...process.env, PATH: `${path.dirname(nodeBinary())}${path.delimiter}${process.env.PATH}` };
/** The types of what has not changed since the last check are not checked again: a seventh of the CPU. */
const types = (project) => [
  ...['-p', project, '--incremental'],
  ...[
    '--tsBuildInfoFile',
    path.join(root, 'node_modules', '.cache', `types-${project.replace(/\W+/g, '-')}.tsbuildinfo`),
  ],
];
const steps = [
  // The dashboard's table of routes is made from its files; the checks read it.
  ['routes of the dashboard', nodeBinary(), ['dashboard/generate-routes.mjs']],
  ['types', bin('tsc'), types('.')],
  ['types of the dashboard', bin('tsc'), types('dashboard')],
  ['types of its tests', bin('tsc'), types('tests/browser')],
  ['lint and format', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['import direction', process.execPath, ['scripts/check-imports.mjs']],
  ['unused code', bin('knip'), []],
];

let failed = 0;
for (const [name, command, args] of steps) {
  process.stdout.write(`check: ${name} …\n`);
  if (spawnSync(command, args, { cwd: root, stdio: 'inherit', env }).status !== 0) {
    failed += 1;
    process.stdout.write(`check: ${name} failed\n`);
  }
}
process.exit(failed === 0 ? 0 : 1);
