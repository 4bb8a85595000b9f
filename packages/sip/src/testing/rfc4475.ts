import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const directory = path.join(import.meta.dirname, 'rfc4475');

/** The torture messages of RFC 4475 by the names that they have there. */
export const tortureMessages: ReadonlyMap<string, Buffer> = new Map(
  readdirSync(directory)
    .filter((file) => file.endsWith('.dat'))
    .map((file) => [path.basename(file, '.dat'), readFileSync(path.join(directory, file))]),
);
