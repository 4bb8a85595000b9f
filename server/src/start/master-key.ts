import { randomBytes } from 'node:crypto';
import { link, readFile, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Sealing } from '../kernel/sealing.ts';

const KEY_BYTES = 32;

/**
 * Seals with the key of the configuration, or with the one in the data directory, which the first start makes. It is not in
 * the database: a copy of that alone opens nothing.
 */
export async function openSealing(dataDir: string, configured: Buffer | undefined): Promise<Sealing> {
  return new Sealing(configured ?? (await keyInFile(path.join(dataDir, 'master-key'))));
}

async function keyInFile(file: string): Promise<Buffer> {
  const stored = await read(file);
  if (stored) return stored;
  const aside = `${file}.${process.pid}`;
  await writeFile(aside, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
  try {
    // Whole, or not at all; and where another start was quicker, its key stays.
    await link(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(aside);
  }
  return (await read(file))!;
}

async function read(file: string): Promise<Buffer | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === KEY_BYTES) return key;
  throw new Error(
    `${file} is no master key: it holds ${key.length} bytes, not ${KEY_BYTES}. Put the right one back from a copy; without it, passwords of trunks and providers cannot be read.`,
  );
}
