import { open, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { RequestError } from '../kernel/request-error.ts';
import { type CatalogueModel, isArchive } from './catalogue-model.ts';
import type { ModelSource, OpenedFile, Resumption } from './model-source.ts';

/** What breaks off is gone on with so often before the operator is asked. */
const ATTEMPTS = 4;
/** Archives of weights are hardly smaller than what is in them; while it is unpacked both are there. */
const UNPACKED_SHARE = 1.5;

export interface Progress {
  doneBytes: number;
  totalBytes: number | null;
}

export interface Downloaded {
  file: string;
  /** SHA-256, where the source of the file states it. */
  sha256: string | null;
}

/** Downloads a model into a part that is gone on with by the next attempt, be it of another process. @throws RequestError */
export async function download(
  model: CatalogueModel,
  source: ModelSource,
  directory: string,
  onProgress: (progress: Progress) => void,
): Promise<Downloaded> {
  const part = path.join(directory, path.posix.basename(model.path));
  for (let attempt = 1; ; attempt += 1) {
    const opened = await source.open(model, await resumptionOf(part));
    try {
      await receive(model, opened, part, onProgress);
      return { file: part, sha256: opened.sha256 };
    } catch (cause) {
      if (cause instanceof RequestError) throw cause;
      const full = fullDisk(cause, directory);
      if (full) throw full;
      if (attempt === ATTEMPTS) throw brokenOff(model, await sizeOf(part), cause as Error);
    }
  }
}

/** Forgets what was had. */
export const discard = (directory: string): Promise<void> => rm(directory, { recursive: true, force: true });

const validatorFile = (part: string): string => `${part}.version`;
const sizeOf = (part: string): Promise<number> =>
  stat(part).then(
    ({ size }) => size,
    () => 0,
  );

async function resumptionOf(part: string): Promise<Resumption | null> {
  const from = await sizeOf(part);
  const validator = await readFile(validatorFile(part), 'utf8').catch(() => '');
  return from > 0 && validator !== '' ? { from, validator } : null;
}

async function receive(
  model: CatalogueModel,
  { from, totalBytes, validator, stream }: OpenedFile,
  part: string,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  await requireSpace(model, path.dirname(part), (totalBytes ?? model.bytes) - from, totalBytes ?? model.bytes);
  if (from === 0) {
    await rm(part, { force: true });
    await writeFile(validatorFile(part), validator ?? '');
  }
  const file = await open(part, 'a');
  let doneBytes = from;
  try {
    onProgress({ doneBytes, totalBytes });
    for await (const chunk of stream) {
      await file.write(chunk);
      doneBytes += chunk.byteLength;
      onProgress({ doneBytes, totalBytes });
    }
  } finally {
    await file.close();
  }
  if (totalBytes !== null && doneBytes < totalBytes) throw new Error('the connection ended early');
}

async function requireSpace(model: CatalogueModel, directory: string, left: number, whole: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  const needed = left + (isArchive(model) ? whole * UNPACKED_SHARE : 0);
  if (bavail * bsize >= needed) return;
  const message = `${model.name} needs about ${megabytes(needed)} in ${directory}, where ${megabytes(bavail * bsize)} are free. Nothing was downloaded.`;
  throw new RequestError('unprocessable', message, { param: 'name' });
}

function fullDisk(cause: unknown, directory: string): RequestError | null {
  const { code } = cause as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return null;
  const message = `The disk of ${directory} is full. What was downloaded is kept: make room, and run the command again.`;
  return new RequestError('unprocessable', message);
}

function brokenOff({ path: modelPath }: CatalogueModel, bytes: number, cause: Error): RequestError {
  const message = `${modelPath} broke off at ${megabytes(bytes)} (${cause.message}). What was downloaded is kept: run the command again to go on.`;
  return new RequestError('unprocessable', message);
}

export const megabytes = (bytes: number): string =>
  bytes < 10_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${Math.round(bytes / 1_000_000)} MB`;
