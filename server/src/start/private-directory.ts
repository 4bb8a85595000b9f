import { chmod, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeDataDir } from '../db/index.ts';

/** Rights of others than the owner, less the group's right to pass: as root the group is PostgreSQL's own user. */
const RIGHTS_OF_OTHERS = 0o067;
const STICKY = 0o1000;

/** What Parley keeps in PARLEY_DATA_DIR, and what a file system keeps at its root. */
const DATA_ENTRY =
  /^(postgres|recordings|models|speech-engine\.sock|node-id|master-key(\.\d+)?|postgres-location|service\.json(\.\d+)?|lost\+found)$/;
const isOfData = (name: string) => DATA_ENTRY.test(name);

/** What it keeps in PARLEY_RECORDINGS_DIR: see media/recording-file.ts. */
const RECORDING_DIRECTORY = /^[A-Za-z0-9_-]{2}$/;

const isOfRecordings = (name: string) => RECORDING_DIRECTORY.test(name) || name === 'lost+found';

export interface PrivateDirectories {
  readonly dataDir: string;
  readonly recordingsDir: string;
}

/**
 * Makes the directories of the service, for its user alone: they hold what callers said, and keys. Those that an
 * earlier version left open are closed, with all that is in them. A directory that holds other things too (PARLEY_DATA_DIR
 * may be a home directory) is not ours to close: it is reported, and what is ours in it is closed.
 */
export async function makePrivateDirectories(
  { dataDir, recordingsDir }: PrivateDirectories,
  report: (message: string) => void,
): Promise<void> {
  await makePrivate(dataDir, isOfData, report);
  await closeFile(path.join(dataDir, 'node-id'));
  await closeFile(path.join(dataDir, 'master-key'));
  const wasOpen = await makePrivate(recordingsDir, isOfRecordings, report);
  if (wasOpen) await closeRecordings(recordingsDir);
}

/** @returns whether others could enter it until now. */
async function makePrivate(
  directory: string,
  isOurs: (name: string) => boolean,
  report: (message: string) => void,
): Promise<boolean> {
  await makeDataDir(directory);
  const { mode } = await stat(directory);
  if ((mode & RIGHTS_OF_OTHERS) === 0) return false;
  const mayClose = (mode & STICKY) === 0 && (await readdir(directory)).every(isOurs);
  if (mayClose && (await isClosed(directory, 0o700))) return true;
  report(`Other users of this host may look into ${directory}. Close it (chmod 700), or choose another directory.`);
  return true;
}

async function closeRecordings(recordingsDir: string): Promise<void> {
  for (const name of await readdir(recordingsDir)) {
    if (!RECORDING_DIRECTORY.test(name)) continue;
    const directory = path.join(recordingsDir, name);
    await isClosed(directory, 0o700);
    for (const file of await readdir(directory)) await closeFile(path.join(directory, file));
  }
}

async function closeFile(file: string): Promise<void> {
  await isClosed(file, 0o600);
}

/** False when the file is not there, is another user's, or lies in a file system without rights. */
async function isClosed(file: string, mode: number): Promise<boolean> {
  return chmod(file, mode).then(
    () => true,
    () => false,
  );
}
