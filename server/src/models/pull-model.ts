import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type InstalledModel, MODEL_FILE, OpenModel, readInstalledModel } from '@parley/providers/open-models';
import { RequestError } from '../kernel/request-error.ts';
import { type CatalogueModel, isArchive } from './catalogue-model.ts';
import { discard, download, type Progress } from './download.ts';
import type { ModelSource } from './model-source.ts';
import { whileLocked } from './pull-lock.ts';
import { statedChecksum, verify } from './stated-checksum.ts';
import { unpack } from './unpack.ts';

export interface PullOptions {
  modelsDir: string;
  model: CatalogueModel;
  source: ModelSource;
  /** It is downloaded again although it is there, and may be another than at the first time. */
  isForced: boolean;
  onProgress: (progress: Progress) => void;
  onStep: (step: 'verifying' | 'unpacking') => void;
}

export interface PulledModel {
  model: InstalledModel;
  wasInstalled: boolean;
  /** Null when it was there before. */
  sha256: string | null;
  /** Whether its publisher states the same checksum, or it was recorded here. */
  isStated: boolean;
}

/** Downloads, checks and installs a model; what is installed is whole, at any moment. @throws RequestError */
export async function pullModel(options: PullOptions): Promise<PulledModel> {
  const { modelsDir, model, isForced } = options;
  await mkdir(modelsDir, { recursive: true, mode: 0o700 });
  return whileLocked(path.join(modelsDir, `.lock-${model.name}`), model.name, async () => {
    const installed = await readInstalledModel(path.join(modelsDir, model.name));
    if (installed && !isForced) return { model: installed, wasInstalled: true, sha256: null, isStated: false };
    return install(options);
  });
}

async function install({ modelsDir, model, source, isForced, onProgress, onStep }: PullOptions): Promise<PulledModel> {
  const pulling = path.join(modelsDir, `.pull-${model.name}`);
  await mkdir(pulling, { recursive: true });
  const { file, sha256: withFile } = await download(model, source, pulling, onProgress);
  onStep('verifying');
  const stated = await statedChecksum(model, source, withFile);
  let verified: Awaited<ReturnType<typeof verify>>;
  try {
    verified = await verify({ modelsDir, model, file, stated, acceptsChange: isForced });
  } catch (cause) {
    await discard(pulling);
    throw cause;
  }
  const ready = path.join(pulling, 'ready');
  await rm(ready, { recursive: true, force: true });
  await mkdir(ready);
  if (isArchive(model)) {
    onStep('unpacking');
    await unpack(file, ready, wantedOf(model)).catch(async (cause: unknown) => {
      // It is what its publisher has, and will be no better.
      if (stated === null) await discard(pulling);
      throw cause;
    });
  } else {
    await rename(file, path.join(ready, path.posix.basename(model.path)));
  }
  await requireFiles(model, ready);
  await writeFile(path.join(ready, MODEL_FILE), JSON.stringify({ ...OpenModel.parse(model), ...verified }, null, 2));
  await replace(path.join(modelsDir, model.name), ready);
  await discard(pulling);
  const installed = await readInstalledModel(path.join(modelsDir, model.name));
  return { model: installed!, wasInstalled: false, ...verified };
}

/** All files that the model names. */
function filesOf({ recognizer, voice }: CatalogueModel): string[] {
  return Object.values({ ...recognizer?.files, ...voice?.files }).flat();
}

/** Its README and licence as well; test recordings and other variants are left out. */
function wantedOf(model: CatalogueModel): (name: string) => boolean {
  const files = [...filesOf(model), ...(model.voice?.ruleFsts ?? [])];
  return (name) =>
    files.some((file) => name === file || name.startsWith(`${file}/`)) || /^(README|LICEN[CS]E|MODEL_CARD)/i.test(name);
}

/** @throws RequestError */
async function requireFiles(model: CatalogueModel, directory: string): Promise<void> {
  for (const name of filesOf(model)) {
    const found = await stat(path.join(directory, name)).catch(() => null);
    if (found) continue;
    const there = (await readdir(directory)).join(', ');
    const message = `${model.path} lacks ${name}; it has ${there || 'nothing of what is needed'}. The model was published anew: a newer Parley may know it.`;
    throw new RequestError('unprocessable', message, { param: 'name' });
  }
}

/** A rename puts no directory in the place of another: for a moment there is none. */
async function replace(directory: string, ready: string): Promise<void> {
  const before = `${ready}-before`;
  await rename(directory, before).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
  });
  await rename(ready, directory);
}

/** @throws RequestError `not_found` */
export async function removeModel(modelsDir: string, name: string): Promise<void> {
  const isName = /^[a-z0-9][a-z0-9.-]*$/.test(name);
  const directory = path.join(modelsDir, name);
  if (!isName || !(await readInstalledModel(directory)))
    throw new RequestError('not_found', `The model ${name} is not installed. "models list" shows those that are.`, {
      param: 'name',
    });
  await whileLocked(path.join(modelsDir, `.lock-${name}`), name, async () => {
    const gone = path.join(modelsDir, `.removed-${name}`);
    await rename(directory, gone);
    await rm(gone, { recursive: true, force: true });
  });
}
