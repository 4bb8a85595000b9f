import { createHash } from 'node:crypto';
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

/** A user that was made for us. */
const DEDICATED_NAME = 'parley';

/**
 * Other software that runs as these could read the data, and connect: the superusers of the host's own PostgreSQL run
 * programs as `postgres`. 65534 is `nobody` on Linux, named or not.
 */
const SHARED_NAMES: readonly string[] = ['nobody', 'daemon', 'bin', 'postgres', '_postgres'];
const OVERFLOW_ID = 65_534;

/** Below where Debian, systemd and containers allocate (from 60000 on), and far above where people begin (at 1000). */
const FIRST_OWN_ID = 58_000;
const OWN_IDS = 2_000;

/**
 * PostgreSQL refuses to run as root: the user to run it as instead. Nothing else may run as that user, so without a
 * dedicated one it is a number that no user and no group has, the same at each start with this data directory.
 */
export async function chooseServerUser(dataDir: string): Promise<ServerUser> {
  const users = await readPasswordFile();
  const dedicated = users.find(({ name }) => name === DEDICATED_NAME);
  if (dedicated) return dedicated;
  const taken = new Set([...users.flatMap(({ uid, gid }) => [uid, gid]), ...(await readGroupIds())]);
  const start = createHash('sha256').update(dataDir).digest().readUInt32BE() % OWN_IDS;
  for (let step = 0; step < OWN_IDS; step += 1) {
    const id = FIRST_OWN_ID + ((start + step) % OWN_IDS);
    if (!taken.has(id)) return { name: `uid ${id}`, uid: id, gid: id };
  }
  return { name: `uid ${FIRST_OWN_ID + start}`, uid: FIRST_OWN_ID + start, gid: FIRST_OWN_ID + start };
}

/** Whether other programs run as this user too; or it is root, whom PostgreSQL does not run as. */
export function isSharedUser({ name, uid }: ServerUser): boolean {
  return uid === 0 || uid === OVERFLOW_ID || SHARED_NAMES.includes(name);
}

/**
 * initdb asks for its user's name in /etc/passwd, which `user` may not have: it runs as a user with a name, in the group
 * of `user`, who alone may come to where it works.
 */
export async function initialUser(user: ServerUser): Promise<ServerUser> {
  const users = await readPasswordFile();
  if (users.some(({ uid }) => uid === user.uid)) return user;
  const named = users.find(({ name, uid }) => SHARED_NAMES.includes(name) && uid > 0);
  return named ? { ...named, gid: user.gid } : user;
}

/** The user with this uid, who already owns a database. */
export async function findServerUser(uid: number, gid: number): Promise<ServerUser> {
  const users = await readPasswordFile();
  return users.find((user) => user.uid === uid) ?? { name: `uid ${uid}`, uid, gid };
}

async function readGroupIds(): Promise<number[]> {
  const text = await readFile('/etc/group', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [Number(line.split(':')[2])]));
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
