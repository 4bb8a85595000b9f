import { createHash } from 'node:crypto';
import { lchown, lstat, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseStartError } from './database-start-error.ts';
import type { DatabaseHome } from './home.ts';
import { runsAsRoot } from './server-user.ts';

/** Names the socket file `.s.PGSQL.5432`; nothing listens on this TCP port. */
export const SOCKET_PORT = 5432;

/** sun_path less its final NUL: 108 bytes on Linux, 104 on macOS. */
const LONGEST_SOCKET_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

/**
 * Makes the directory of the server's socket: inside the home, or in a short one when that path would be too long.
 * Only the server's user (and root) may enter it.
 */
export async function makeSocketDirectory(home: DatabaseHome): Promise<string> {
  const inside = insideDirectory(home);
  const directory = fits(inside) ? inside : shortDirectory(home);
  const uid = home.user?.uid ?? process.getuid?.() ?? -1;
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // Root's own, made just now or by a start that was interrupted here.
  if (home.user && (await lstat(directory)).uid === 0) await lchown(directory, home.user.uid, home.user.gid);
  // In /tmp another user could have made it first, to listen there in the server's place.
  const stats = await lstat(directory);
  if (stats.isDirectory() && stats.uid === uid && (stats.mode & 0o077) === 0) return directory;
  throw new DatabaseStartError(
    'no_permission',
    `${directory}, where PostgreSQL's socket belongs, is not a directory that only user id ${uid} may enter.`,
    `Remove ${directory}, or choose a shorter PARLEY_DATA_DIR.`,
  );
}

/** For a server that will run as another user. */
export async function removeSocketDirectories(home: DatabaseHome): Promise<void> {
  for (const directory of [insideDirectory(home), shortDirectory(home)]) {
    await rm(directory, { recursive: true, force: true });
  }
}

function insideDirectory(home: DatabaseHome): string {
  return path.join(home.directory, 'socket');
}

function fits(directory: string): boolean {
  return Buffer.byteLength(path.join(directory, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH_BYTES;
}

/** May be emptied at boot: sockets need not last. */
function shortDirectory(home: DatabaseHome): string {
  const digest = createHash('sha256').update(home.directory).digest('hex').slice(0, 12);
  return path.join(runsAsRoot() && process.platform === 'linux' ? '/run' : '/tmp', `parley-${digest}`);
}
