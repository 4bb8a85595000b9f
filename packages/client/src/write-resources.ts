// Writes src/resources.ts out of the contract: node packages/client/src/write-resources.ts
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@parley/contract';
import { resourceTypes } from './resource-types.ts';

const file = fileURLToPath(new URL('./resources.ts', import.meta.url));
writeFileSync(file, resourceTypes(openApiDocument()));
spawnSync('biome', ['format', '--write', file], { stdio: 'inherit' });
