import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseStartError, fromFileSystemError, OWN_SERVER_HINT } from './database-start-error.ts';
import { firstClosedDirectory, isWritableOnlyBy } from './reachability.ts';
import { chooseServerUser, findServerUser, runsAsRoot, type ServerUser } from './server-user.ts';

/**
 * The directory that holds one database: the cluster, PostgreSQL's log, its socket, and its binaries when they had to
 * be copied. It belongs to us; of what is in it only the cluster and the socket's directory belong to `user`, so root
 * never writes where another user could have laid a trap.
 */
export interface DatabaseHome {
  readonly directory: string;
  /** PGDATA. */
  readonly cluster: string;
  readonly logFile: string;
  /** Whom PostgreSQL runs as; null: as ourselves. */
  readonly user: ServerUser | null;
}

/**
 * Where root keeps a database whose server may not enter PARLEY_DATA_DIR (a clone in /root, usually closed to all
 * others). Both outlive a reboot, which /tmp does not.
 */
export const DEFAULT_FALLBACK_DIRECTORIES: readonly string[] = ['/var/lib/parley-postgres', '/var/tmp/parley-postgres'];

const POINTER = 'postgres-location';

/**
 * Makes a directory of the owner's alone; one that exists is left as it is.
 * @returns its real path: one directory has one name, whichever links lead to it.
 */
export async function makeDataDir(dataDir: string): Promise<string> {
  // Parents are open whatever the umask is: closed ones would keep the server's user out.
  const parent = path.dirname(dataDir);
  const firstMade = await mkdir(parent, { recursive: true });
  for (let made = parent; firstMade && made.length >= firstMade.length; made = path.dirname(made)) {
    await chmod(made, 0o755);
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return realpath(dataDir);
}

/** The home that already holds a database of `dataDir` (a real path), or null. Changes nothing on disk. */
export async function findHome(
  dataDir: string,
  fallbackDirectories = DEFAULT_FALLBACK_DIRECTORIES,
): Promise<DatabaseHome | null> {
  const pointed = await readPointer(dataDir);
  if (pointed) {
    if (await exists(path.join(pointed, 'data'))) return existingHome(pointed);
    throw new DatabaseStartError(
      'failed',
      `${path.join(dataDir, POINTER)} says that the database is in ${pointed}, but there is none.`,
      `Mount or restore ${pointed}; or, to begin with an empty database, delete that file.`,
    );
  }
  const candidates = [homeInside(dataDir)];
  if (runsAsRoot()) candidates.push(...fallbackHomes(dataDir, fallbackDirectories));
  for (const directory of candidates) {
    if (await exists(path.join(directory, 'data'))) return existingHome(directory);
  }
  return null;
}

/** The home for a new database of `dataDir` (a real path), with its directory made; `report` hears when it cannot be inside `dataDir`. */
export async function makeHome(
  dataDir: string,
  fallbackDirectories: readonly string[],
  report: (message: string) => void,
): Promise<DatabaseHome> {
  const inside = homeInside(dataDir);
  if (!runsAsRoot()) return closedHome(inside, null);

  const user = await chooseServerUser(dataDir);
  const closed = await letThrough(dataDir, user);
  if (!closed) return closedHome(inside, user);

  for (const directory of fallbackHomes(dataDir, fallbackDirectories)) {
    if (!(await makeFallback(directory, user))) continue;
    report(
      `PostgreSQL runs as ${user.name}, who may not enter ${closed}: its data lives in ${directory} ` +
        `(written down in ${path.join(dataDir, POINTER)})`,
    );
    return closedHome(directory, user);
  }
  throw new DatabaseStartError(
    'no_permission',
    `PostgreSQL must run as ${user.name}, who may enter neither ${closed} nor ${fallbackDirectories.join(' nor ')}.`,
    `Set PARLEY_DATA_DIR to a directory that all users may enter, such as /srv/parley. ${OWN_SERVER_HINT}`,
  );
}

/** Leaves word in `dataDir` of a home that had to be elsewhere. */
export async function writePointer(dataDir: string, home: DatabaseHome): Promise<void> {
  if (home.directory === homeInside(dataDir) || (await readPointer(dataDir))) return;
  await writeFile(
    path.join(dataDir, POINTER),
    `${home.directory}\n
The database of this directory lives in the directory named above, because PostgreSQL refuses to run as root and the
user it runs as (${home.user?.name}) may not come in here. Parley reads the first line at each start: keep this file,
back up both directories, and remove both together.
`,
  );
  await writeFile(
    path.join(home.directory, 'README'),
    `The PostgreSQL database of the Parley service whose PARLEY_DATA_DIR is ${dataDir}\n`,
  );
}

export function homeInside(dataDir: string): string {
  return path.join(dataDir, 'postgres');
}

function homeAt(directory: string, user: ServerUser | null): DatabaseHome {
  return {
    directory,
    cluster: path.join(directory, 'data'),
    logFile: path.join(directory, 'server.log'),
    user,
  };
}

/** A cluster only runs as its owner; root takes on that user, anyone else must be it. */
async function existingHome(directory: string): Promise<DatabaseHome> {
  const cluster = path.join(directory, 'data');
  const { uid, gid } = await stat(cluster);
  if (runsAsRoot()) return homeAt(directory, await findServerUser(uid, gid));
  if (uid === process.getuid?.()) return homeAt(directory, null);
  throw new DatabaseStartError(
    'no_permission',
    `The database in ${cluster} belongs to user id ${uid}, and this process runs as ${process.getuid?.()}.`,
    'Start Parley as the user who started it first (root, perhaps), or choose another PARLEY_DATA_DIR.',
  );
}

/** Makes the home's directory, and lets none but us in, and the server's group through. */
export async function closedHome(directory: string, user: ServerUser | null): Promise<DatabaseHome> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const { uid } = await stat(directory);
  if (user) await chown(directory, uid, user.gid);
  await chmod(directory, user ? 0o710 : 0o700);
  return homeAt(directory, user);
}

/**
 * Lets the server's group pass through `dataDir` when that is all that is missing, as in a volume that was mounted
 * with mode 0700: data outside a mounted volume would be lost. Directories above are not ours to change.
 * @returns the directory that stays closed, or null.
 */
export async function letThrough(dataDir: string, user: ServerUser): Promise<string | null> {
  const closed = await firstClosedDirectory(dataDir, user);
  if (closed !== dataDir) return closed;
  const { uid, mode } = await stat(dataDir);
  const groupHasRights = (mode & 0o060) !== 0;
  if (uid !== 0 || groupHasRights) return closed;
  await chown(dataDir, uid, user.gid);
  await chmod(dataDir, (mode & 0o777) | 0o010);
  return firstClosedDirectory(dataDir, user);
}

/** Stable for a data directory, and different for different ones. */
function fallbackHomes(dataDir: string, fallbackDirectories: readonly string[]): string[] {
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return fallbackDirectories.map((fallback) => path.join(fallback, digest));
}

/** Makes the home, unless it cannot be made, cannot be reached, or (in /var/tmp) may be changed by another user. */
async function makeFallback(directory: string, user: ServerUser): Promise<boolean> {
  try {
    const fallback = await makeOpenDirectory(path.dirname(directory), 0o711);
    if (!isWritableOnlyBy(await lstat(fallback), 0)) return false;
    return (await firstClosedDirectory(fallback, user)) === null;
  } catch {
    return false;
  }
}

/** Makes a directory with this mode whatever the umask is; one that exists is left as it is. */
async function makeOpenDirectory(directory: string, mode: number): Promise<string> {
  const firstMade = await mkdir(directory, { recursive: true, mode });
  if (firstMade) await chmod(directory, mode);
  return directory;
}

async function readPointer(dataDir: string): Promise<string | null> {
  try {
    const text = await readFile(path.join(dataDir, POINTER), 'utf8');
    return text.split('\n')[0]?.trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fromFileSystemError(error, `read ${path.join(dataDir, POINTER)}`);
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw fromFileSystemError(error, `look into ${path.dirname(file)}`);
  }
}
