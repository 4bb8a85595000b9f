// tsc leaves files of modules that are gone; a package must not carry them.
import { rmSync } from 'node:fs';

rmSync(new URL('./dist', import.meta.url), { recursive: true, force: true });
