import { readFile } from 'node:fs/promises';
import { ConfigError } from './config.ts';

/** What `parse` makes of a file in PEM format that a variable names. @throws ConfigError where it cannot be read, or `parse` throws. */
export async function readPem<Value>(variable: string, file: string, parse: (pem: string) => Value): Promise<Value> {
  const pem = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw refusedPem(variable, file, `it cannot be read (${error.code})`);
  });
  try {
    return parse(pem);
  } catch (error) {
    throw refusedPem(variable, file, (error as Error).message);
  }
}

export function refusedPem(variable: string, file: string, why: string): ConfigError {
  return new ConfigError([{ variable, fault: `must be a file in PEM format: ${why}`, value: file }]);
}
