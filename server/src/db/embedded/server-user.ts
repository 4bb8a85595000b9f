import { readFile } from 'node:fs/promises';

/** The operating-system user that PostgreSQL runs as, when it is not the one we are. */
export interface ServerUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Spawn options that drop root's rights for `user`; libuv drops the supplementary groups too. */
export function identityOf(user: ServerUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** In order of preference: dedicated users first, then the unprivileged ones that every Unix has. */
const PREFERRED_NAMES = ['parley', 'postgres', '_postgres', 'nobody', 'daemon'];

/** `nobody` on Linux, for images without a password file. */
const OVERFLOW_ID = 65_534;

/** PostgreSQL refuses to run as root: finds the user that it shall run as instead. */
export async function chooseServerUser(): Promise<ServerUser> {
  const users = await readPasswordFile();
  for (const name of PREFERRED_NAMES) {
    const user = users.find((candidate) => candidate.name === name);
    if (user) return user;
  }
  return { name: `uid ${OVERFLOW_ID}`, uid: OVERFLOW_ID, gid: OVERFLOW_ID };
}

/** The user with this uid, who already owns a database. */
export async function findServerUser(uid: number, gid: number): Promise<ServerUser> {
  const users = await readPasswordFile();
  return users.find((user) => user.uid === uid) ?? { name: `uid ${uid}`, uid, gid };
}

async function readPasswordFile(): Promise<ServerUser[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    // macOS gives `nobody` the uid -2, which cannot be spawned as.
    if (!name || !/^[1-9]\d*$/.test(uid ?? '') || !/^\d+$/.test(gid ?? '')) return [];
    return [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}
