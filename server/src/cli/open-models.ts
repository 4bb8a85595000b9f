import { listInstalledModels } from '@parley/providers/open-models';
import { catalogue } from '../models/catalogue.ts';
import type { CatalogueModel } from '../models/catalogue-model.ts';
import { megabytes, type Progress } from '../models/download.ts';
import { modelSource } from '../models/model-source.ts';
import { modelsDirOf } from '../models/open-models.ts';
import { pullModel, removeModel } from '../models/pull-model.ts';
import type { RunOnFiles } from './command.ts';
import { CommandError } from './command-error.ts';
import { table } from './table.ts';
import { listAllModels } from './voices-and-models.ts';

/** What an agent's `transcriber` or `voice_id` is; null for those that are no choice of an agent. */
const choiceOf = ({ kind, name }: Pick<CatalogueModel, 'kind' | 'name'>) =>
  kind === 'recognition' || kind === 'voice' ? `sherpa-onnx/${name}` : null;

export const listOpenModels: RunOnFiles = async ({ dataDir, options, withDatabase }) => {
  if (options.account !== undefined) return withDatabase(listAllModels);
  if (options.provider !== undefined) {
    throw new CommandError('invalid_request', '--provider goes with --account, whose vendors are asked.', 'provider');
  }
  const installed = await listInstalledModels(modelsDirOf(dataDir));
  const has = (name: string) => installed.some((model) => model.name === name);
  const known = catalogue.map(({ name, title, kind, languages, licence, bytes, path, url, voice }) => ({
    ...{ name, title, kind, installed: has(name), bytes, languages, licence, choice: choiceOf({ kind, name }) },
    ...{ speakers: voice?.speakers?.map(({ id }) => id) ?? [], path, url: url ?? null },
  }));
  const own = installed
    .filter(({ name }) => !catalogue.some((model) => model.name === name))
    .map(({ name, title, kind, languages, licence, voice }) => ({
      ...{ name, title, kind, installed: true, bytes: null, languages, licence, choice: choiceOf({ kind, name }) },
      ...{ speakers: voice?.speakers.map(({ id }) => id) ?? [], path: null, url: null },
    }));
  const data = [...known, ...own];
  const rows = data.map(({ name, kind, installed: isInstalled, bytes, languages, licence }) => ({
    ...{ name, kind, installed: isInstalled ? 'yes' : null, size: bytes === null ? null : sizeOf(bytes) },
    ...{ languages: languages.join(',') || 'any', licence },
  }));
  const hint = 'Install one with "models pull NAME". With --account: what its agents can think and listen with.';
  return { json: { data, total: data.length }, text: [table(rows), hint].join('\n') };
};

const sizeOf = (bytes: number): string => `${bytes % 1_000_000 === 0 ? 'about ' : ''}${megabytes(bytes)}`;

/** Speed of the last seconds, and what it means for the rest. */
function progressOf(name: string): (progress: Progress) => string {
  let start: { ms: number; bytes: number } | null = null;
  return ({ doneBytes, totalBytes }) => {
    const nowMs = performance.now();
    start ??= { ms: nowMs, bytes: doneBytes };
    const perSecond = ((doneBytes - start.bytes) / Math.max(1, nowMs - start.ms)) * 1000;
    const rate = perSecond > 0 ? `, ${megabytes(perSecond)}/s` : '';
    if (totalBytes === null) return `${name}: ${megabytes(doneBytes)}${rate}`;
    const leftS = perSecond > 0 ? Math.ceil((totalBytes - doneBytes) / perSecond) : null;
    const percent = Math.floor((doneBytes / Math.max(1, totalBytes)) * 100);
    const left = leftS === null ? '' : `, ${leftS} s left`;
    return `${name}: ${percent} % of ${megabytes(totalBytes)}${rate}${left}`;
  };
}

/** How often a line that changes is written. */
const SHOWN_EVERY_MS = 100;

export const pullOpenModel: RunOnFiles = async ({ words, flags, dataDir, environment, progress }) => {
  const name = words[0]!.toLowerCase();
  const model = catalogue.find((one) => one.name === name);
  if (!model) {
    const names = catalogue.map((one) => one.name).join(', ');
    throw new CommandError('not_found', `There is no open model ${name}: there are ${names}.`, 'name');
  }
  const lineOf = progressOf(name);
  let shownMs = Number.NEGATIVE_INFINITY;
  const pulled = await pullModel({
    model,
    modelsDir: modelsDirOf(dataDir),
    source: modelSource(environment.PARLEY_MODELS_URL),
    isForced: flags.has('force'),
    onProgress: (state) => {
      const isFinal = state.doneBytes === state.totalBytes;
      if (!isFinal && performance.now() - shownMs < SHOWN_EVERY_MS) return;
      shownMs = performance.now();
      progress(lineOf(state), isFinal);
    },
    onStep: (step) => progress(`${name}: ${step} …`, true),
  });
  const choice = choiceOf(model);
  const { wasInstalled, sha256, isStated } = pulled;
  const json = {
    name,
    kind: model.kind,
    choice,
    installed: true,
    was_installed: wasInstalled,
    sha256,
    sha256_stated: isStated,
  };
  if (wasInstalled) return { json, text: `${name} is installed already. --force downloads it again.` };
  const checked = isStated ? 'as its publisher states' : 'recorded now, since its publisher states none';
  const use =
    choice === null
      ? ''
      : `\nAgents name it as ${choice}${model.kind === 'voice' ? ' in voice_id' : ' in transcriber'}. A running service finds it by itself.`;
  return { json, text: `Installed ${name} (SHA-256 ${sha256}, ${checked}).\nLicence: ${model.licence}.${use}` };
};

export const removeOpenModel: RunOnFiles = async ({ words, dataDir }) => {
  const name = words[0]!.toLowerCase();
  await removeModel(modelsDirOf(dataDir), name);
  return { json: { name, removed: true }, text: `Removed ${name}.` };
};
