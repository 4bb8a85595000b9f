import type { Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ServerUser } from './server-user.ts';

/** Bits of one rwx triplet. */
const READ = 4;
const WRITE = 2;
const ENTER = 1;

/**
 * The first directory on the way from / to `target`, itself included, that `user` may not enter; null when there is
 * none. `target` must exist and be a directory.
 */
export async function firstClosedDirectory(target: string, user: ServerUser): Promise<string | null> {
  const real = await realpath(target);
  const names = real.split(path.sep).filter((name) => name !== '');
  const ancestors = ['/', ...names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`)];
  for (const directory of ancestors) {
    if (!permits(await stat(directory), user, ENTER)) return directory;
  }
  return null;
}

/** Whether `user` may read and enter (or run) this file or directory, given that its parents let the user through. */
export async function mayReadAndEnter(target: string, user: ServerUser): Promise<boolean> {
  return permits(await stat(target), user, READ | ENTER);
}

/** Whether `uid` alone may change this directory's entries. */
export function isWritableOnlyBy(stats: Stats, uid: number): boolean {
  return stats.isDirectory() && stats.uid === uid && (stats.mode & ((WRITE << 3) | WRITE)) === 0;
}

/** The classes of POSIX permissions: the first that matches decides, even when a later one would allow more. */
function permits(stats: Stats, user: ServerUser, wanted: number): boolean {
  const shift = stats.uid === user.uid ? 6 : stats.gid === user.gid ? 3 : 0;
  return ((stats.mode >> shift) & wanted) === wanted;
}
