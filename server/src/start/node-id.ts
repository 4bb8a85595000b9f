import { randomUUID } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';

/** By this name a node finds its own calls again after a crash, so it belongs to the data directory. */
export async function readNodeId(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'node-id');
  const firstLine = async () => (await readFile(file, 'utf8').catch(() => '')).trim().split('\n')[0]!;
  const known = await firstLine();
  if (known !== '') return known;
  // Of two services that start at once in a new directory one gives the name to both.
  await appendFile(file, `node_${randomUUID()}\n`, { mode: 0o600 });
  return firstLine();
}
