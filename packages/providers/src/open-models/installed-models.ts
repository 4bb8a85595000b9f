import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { primaryLanguage } from '../languages/primary-language.ts';
import { MODEL_FILE, OpenModel } from './open-model.ts';

export interface InstalledModel extends OpenModel {
  directory: string;
  /** Changes when it is installed anew. */
  installedMs: number;
}

/** Null where there is none, or none that this version can read. */
export async function readInstalledModel(directory: string): Promise<InstalledModel | null> {
  try {
    const file = path.join(directory, MODEL_FILE);
    const [text, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    const { success, data } = OpenModel.safeParse(JSON.parse(text));
    return success && data.name === path.basename(directory) ? { ...data, directory, installedMs: mtimeMs } : null;
  } catch {
    return null;
  }
}

/** By their names. */
export async function listInstalledModels(modelsDir: string): Promise<InstalledModel[]> {
  const entries = await readdir(modelsDir, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  const models = await Promise.all(names.sort().map((name) => readInstalledModel(path.join(modelsDir, name))));
  return models.filter((model) => model !== null);
}

/** Of several, the one with the fewest languages: it knows its own best. */
export function recognizerOf<Model extends Pick<OpenModel, 'kind' | 'languages'>>(
  models: readonly Model[],
  language: string | null,
): Model | undefined {
  const wanted = language === null ? null : primaryLanguage(language);
  const able = models.filter(
    ({ kind, languages }) =>
      kind === 'recognition' && (wanted === null || languages.some((tag) => primaryLanguage(tag) === wanted)),
  );
  return able.sort((one, other) => one.languages.length - other.languages.length)[0];
}
