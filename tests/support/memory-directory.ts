import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm';

/** A database takes 60 MB and up, and a dozen of them run at a time. */
const ROOM_BYTES = 4 * 1024 ** 3;
/** The services and browsers beside them take as much again. */
const AVAILABLE_BYTES = 2 * ROOM_BYTES;

/** A run that was killed leaves its directories behind, and memory is dear; no run lasts as long. */
const KEEP_MS = 3 * 3600 * 1000;

/** Made once, and good for later runs: it discards what is old in it itself. */
const TEMPLATES = 'parley-templates-';

/**
 * A directory in memory for the temporary files of the tests, or undefined where there is no room for them. To unpack a
 * database of 1600 files takes ext4 20 times the CPU of tmpfs when another one was removed a moment ago: it passes over
 * the inodes of what was removed, one at a time. And nothing waits for a disk.
 */
export function memoryDirectory(): string | undefined {
  if (process.platform !== 'linux' || !isExecutable()) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ROOM_BYTES || process.availableMemory() < AVAILABLE_BYTES) return undefined;
  const directory = path.join(MEMORY, `parley-tests-${process.getuid?.()}`);
  // As root, PostgreSQL runs as another user, who has to come through.
  mkdirSync(directory, { recursive: true, mode: 0o711 });
  // Of another user it would be that user's to read.
  if (statSync(directory).uid !== process.getuid?.()) return undefined;
  discardOld(directory);
  return directory;
}

/** Mounted, and without `noexec`, which Docker mounts it with: some of the tests start programs that they put there. */
function isExecutable(): boolean {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  const mount = mounts.findLast((line) => line.split(' ')[1] === MEMORY);
  return mount !== undefined && !mount.split(' ')[3]!.split(',').includes('noexec');
}

function discardOld(directory: string): void {
  for (const name of readdirSync(directory)) {
    const file = path.join(directory, name);
    const madeMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (name.startsWith(TEMPLATES) || madeMs === undefined || Date.now() - madeMs < KEEP_MS) continue;
    rmSync(file, { recursive: true, force: true });
  }
}
