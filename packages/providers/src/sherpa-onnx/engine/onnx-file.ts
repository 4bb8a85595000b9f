import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { InstalledModel } from '../../open-models/installed-models.ts';

/** The file of a model that consists of one. @throws Error where there is none */
export async function onnxFileOf({ name, directory }: Pick<InstalledModel, 'name' | 'directory'>): Promise<string> {
  const file = (await readdir(directory)).sort().find((entry) => entry.endsWith('.onnx'));
  if (file === undefined) throw new Error(`the model ${name} has no file that ends in .onnx`);
  return path.join(directory, file);
}
