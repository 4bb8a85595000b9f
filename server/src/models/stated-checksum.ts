import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RequestError } from '../kernel/request-error.ts';
import type { CatalogueModel } from './catalogue-model.ts';
import type { ModelSource } from './model-source.ts';

const RECORD = 'checksums.json';

/**
 * What the publisher states: in the catalogue, with the file itself, or in `checksum.txt` beside it, which k2-fsa writes for
 * each of its releases (a name and a SHA-256 on each line). Null: nowhere.
 */
export async function statedChecksum(
  { sha256, path: modelPath }: CatalogueModel,
  source: ModelSource,
  withFile: string | null,
): Promise<string | null> {
  if (sha256 ?? withFile) return sha256 ?? withFile;
  const list = await source.text(`${path.posix.dirname(modelPath)}/checksum.txt`).catch(() => null);
  for (const line of list?.split('\n') ?? []) {
    const [name, sum] = line.trim().split(/\s+/);
    if (name === path.posix.basename(modelPath) && /^[0-9a-f]{64}$/i.test(sum ?? '')) return sum!.toLowerCase();
  }
  return null;
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The checksums of what was downloaded for the first time, by path. */
async function recorded(modelsDir: string): Promise<Record<string, string>> {
  try {
    return JSON.parse(await readFile(path.join(modelsDir, RECORD), 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

async function record(modelsDir: string, modelPath: string, sha256: string): Promise<void> {
  const file = path.join(modelsDir, RECORD);
  const aside = `${file}.${process.pid}`;
  await writeFile(aside, JSON.stringify({ ...(await recorded(modelsDir)), [modelPath]: sha256 }, null, 2));
  await rename(aside, file);
}

interface Verification {
  modelsDir: string;
  model: CatalogueModel;
  file: string;
  stated: string | null;
  /** What was recorded at the first download may change, as the operator wants; what the publisher states may not. */
  acceptsChange: boolean;
}

/** The checksum of the file, and whether its publisher states the same. @throws RequestError when it is another. */
export async function verify({ modelsDir, model, file, stated, acceptsChange }: Verification) {
  const sha256 = await checksumOf(file);
  const known = stated ?? (await recorded(modelsDir))[model.path] ?? null;
  if (known !== null && known !== sha256 && !(stated === null && acceptsChange)) {
    const who = stated === null ? 'at the first download it was' : 'its publisher states';
    const remedy =
      stated === null
        ? 'If its publisher has changed it, run the command again with --force.'
        : 'Run the command again; if that does not help, the mirror has another file.';
    const message = `${model.path} is not what it should be: its SHA-256 is ${sha256}, ${who} ${known}. It was removed. ${remedy}`;
    throw new RequestError('unprocessable', message, { param: 'name' });
  }
  await record(modelsDir, model.path, sha256);
  return { sha256, isStated: stated !== null };
}
