import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Before the first test: the service serves what is built. */
export default function build(): void {
  execFileSync(process.execPath, ['scripts/build-dashboard.mjs'], {
    cwd: path.resolve(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
