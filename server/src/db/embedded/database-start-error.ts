import { runsAsRoot } from './server-user.ts';

export type DatabaseStartCode =
  | 'newer_version'
  | 'disk_full'
  | 'locked'
  | 'unsupported_platform'
  | 'no_permission'
  | 'failed';

/** The next step that always exists: leave the embedded server and bring one's own. */
export const OWN_SERVER_HINT = 'Or set DATABASE_URL to use a PostgreSQL server of your own.';

/** Root that is denied something runs in a container without the right to change users and owners. */
const NOT_AS_ROOT_HINT = 'Run Parley as an ordinary user instead of root, who may write there.';

/**
 * The embedded PostgreSQL cannot be started. `message` is complete (what happened, to which thing, what to do next);
 * `hint` repeats its last part alone, for places that show the two apart.
 */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError';
  readonly code: DatabaseStartCode;
  readonly hint: string;

  constructor(code: DatabaseStartCode, problem: string, hint: string, options?: ErrorOptions) {
    super(`${problem}${problem.endsWith('\n') ? '' : ' '}${hint}`, options);
    this.code = code;
    this.hint = hint;
  }
}

/** Judges an error of the file system that stopped us from doing `what` (a phrase like "create /data"). */
export function fromFileSystemError(error: unknown, what: string): DatabaseStartError {
  if (error instanceof DatabaseStartError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const reason = error instanceof Error ? error.message : String(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(`Cannot ${what}: the disk is full.`, { cause: error });
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new DatabaseStartError(
      'no_permission',
      `Cannot ${what}: ${reason}.`,
      `${runsAsRoot() ? NOT_AS_ROOT_HINT : 'Give this user write access there, or choose another PARLEY_DATA_DIR.'} ${OWN_SERVER_HINT}`,
      { cause: error },
    );
  }
  return new DatabaseStartError('failed', `Cannot ${what}: ${reason}.`, OWN_SERVER_HINT, { cause: error });
}

/** Judges the error of `spawn` for a program that exists. */
export function fromSpawnError(error: unknown, program: string): DatabaseStartError {
  const { code, message } = error as NodeJS.ErrnoException;
  // The file is there, its loader is not: Alpine's musl in glibc's place.
  if (code === 'ENOENT') {
    return new DatabaseStartError(
      'unsupported_platform',
      `${program} cannot run on this system: the embedded PostgreSQL needs the GNU C library.`,
      `Use a Debian-based image instead of Alpine. ${OWN_SERVER_HINT}`,
      { cause: error },
    );
  }
  // EINVAL: a user namespace that lacks the other user; EPERM: a container without the right to change users.
  const hint = `${NOT_AS_ROOT_HINT} ${OWN_SERVER_HINT}`;
  const forbidden = ['EACCES', 'EPERM', 'EINVAL'].includes(code ?? '');
  return new DatabaseStartError(forbidden ? 'no_permission' : 'failed', `Cannot run ${program}: ${message}.`, hint, {
    cause: error,
  });
}

/**
 * Judges what `initdb` or `postgres` wrote before it gave up. Both run with LC_ALL=C, so their messages are English.
 * @param doing what was tried, as a sentence without its full stop: "PostgreSQL could not start in /data".
 */
export function fromServerOutput(output: string, doing: string): DatabaseStartError {
  const lastLines = output.trim().split('\n').slice(-8).join('\n');
  const problem = `${doing}. Its last words:\n${lastLines || '(none)'}\n`;
  if (/No space left on device|Disk quota exceeded/.test(output)) return diskFull(problem);
  if (/database files are incompatible with server/.test(output)) {
    return new DatabaseStartError('newer_version', problem, 'Start the version of Parley that wrote this database.');
  }
  if (/could not look up effective user ID/.test(output)) {
    return new DatabaseStartError(
      'no_permission',
      problem,
      `Run Parley as a user that has a line in /etc/passwd: initdb asks for its name. ${OWN_SERVER_HINT}`,
    );
  }
  if (/Permission denied|Operation not permitted|Read-only file system|wrong ownership/.test(output)) {
    return new DatabaseStartError('no_permission', problem, `Check who owns the directory. ${OWN_SERVER_HINT}`);
  }
  return new DatabaseStartError('failed', problem, OWN_SERVER_HINT);
}

function diskFull(problem: string, options?: ErrorOptions): DatabaseStartError {
  const hint = 'Free some space (a new database takes 50 MB) and start again; nothing that was stored is lost.';
  return new DatabaseStartError('disk_full', problem, hint, options);
}
