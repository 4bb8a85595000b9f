import { chmod, lchown, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ServerUser } from './server-user.ts';

/**
 * Gives a cluster to `user`. It belongs to root meanwhile, whom PostgreSQL does not run as: its former owner cannot
 * reach in any more, and a start that is interrupted here is made good by the next.
 */
export async function giveTree(directory: string, user: ServerUser): Promise<void> {
  await lchown(directory, 0, 0);
  await chmod(directory, 0o700);
  const names = await readdir(directory, { recursive: true });
  await Promise.all(names.map((name) => lchown(path.join(directory, name), user.uid, user.gid)));
  await lchown(directory, user.uid, user.gid);
}
