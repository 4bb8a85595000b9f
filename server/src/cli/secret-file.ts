import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CommandError } from './command-error.ts';

/** Not as an option: what is typed is in the list of processes, and in the shell's history. */
export async function secretIn(file: string, option: string): Promise<string> {
  // What the shell connects to standard input may be a socket, which cannot be opened by that name.
  const reading = file === '/dev/stdin' ? text(process.stdin) : readFile(file, 'utf8');
  const content = await reading.catch((error: Error) => {
    throw new CommandError('invalid_request', `${file} cannot be read: ${error.message}.`, option);
  });
  return content.trim();
}
