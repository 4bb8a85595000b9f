// Writes docs/openapi.json: node packages/contract/src/write-openapi.ts
import { writeFileSync } from 'node:fs';
import { openApiDocument } from './openapi/index.ts';

const file = new URL('../../../docs/openapi.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`);
