// Import direction, by dependency-cruiser. It passes on an empty graph as well, so the number of modules has a floor.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './runtime.mjs';

const EXPECTED_MODULES = 150;

const result = spawnSync(
  path.join(root, 'node_modules', '.bin', 'depcruise'),
  [
    '--config',
    'dependency-cruiser.config.mjs',
    '--output-type',
    'json',
    'packages',
    'server/src',
    'dashboard/src',
    'tests',
    'bench',
    'examples',
  ],
  { cwd: root, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
);
if (!result.stdout) {
  process.stderr.write(result.stderr);
  process.exit(1);
}
const { modules, summary } = JSON.parse(result.stdout);
for (const violation of summary.violations) {
  process.stdout.write(`${violation.rule.name}: ${violation.from} → ${violation.to}\n`);
}
if (modules.length < EXPECTED_MODULES) {
  process.stdout.write(`only ${modules.length} modules were seen; at least ${EXPECTED_MODULES} are there\n`);
  process.exit(1);
}
process.stdout.write(`${modules.length} modules, ${summary.violations.length} imports against the direction\n`);
process.exit(summary.violations.length === 0 ? 0 : 1);
