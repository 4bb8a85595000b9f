import { readFile } from 'node:fs/promises';
import { CommandError } from './command-error.ts';

/** What a file of the option `--file` holds. */
export async function jsonFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new CommandError('invalid_request', `${path} cannot be read: ${error.message}.`, 'file');
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError('invalid_request', `${path} is not JSON: ${(error as Error).message}.`, 'file');
  }
}
