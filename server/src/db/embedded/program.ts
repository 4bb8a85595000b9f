import { spawn } from 'node:child_process';
import { fromSpawnError } from './database-start-error.ts';
import { identityOf, type ServerUser } from './server-user.ts';

/**
 * The whole environment of PostgreSQL's programs. LC_ALL: messages in English, which we read. TZ: spares initdb a
 * search through the time zone files, and the server logs in UTC.
 */
export const PROGRAM_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export interface ProgramResult {
  readonly succeeded: boolean;
  /** Standard output and standard error as they came. */
  readonly output: string;
}

/**
 * Runs a program to its end, as `user`.
 * @throws DatabaseStartError when it cannot be run at all.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  user: ServerUser | null,
  input = '',
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    // cwd: the user may not be allowed into ours. In our process group, so that Ctrl-C ends it with us.
    const child = spawn(program, args, { ...identityOf(user), env: PROGRAM_ENVIRONMENT, cwd: '/' });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => reject(fromSpawnError(error, program)));
    child.once('close', (code) => resolve({ succeeded: code === 0, output }));
    // A program that fails early closes its input; its exit code says what there is to say.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}
