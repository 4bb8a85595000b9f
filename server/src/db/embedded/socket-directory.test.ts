import { lstat, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ScratchDirectory } from '../testing/scratch-directory.ts';

let scratch: ScratchDirectory;
beforeEach(async () => {
  scratch = await ScratchDirectory.withCluster();
});
afterEach(() => scratch.remove());

test('the socket is with the data, or in a short directory when that path would be too long', async () => {
  const short = await scratch.start();
  expect(short.connection.host).toBe(path.join(scratch.dataDir, 'postgres', 'socket'));
  await short.stop();

  const parent = path.join(scratch.directory, 'long'.repeat(20), 'name'.repeat(20));
  const dataDir = path.join(parent, 'data');
  await mkdir(parent, { recursive: true });
  await rename(scratch.dataDir, dataDir);
  const moved = await scratch.start({ dataDir });
  const { host } = moved.connection;
  expect(moved.directory).toBe(path.join(dataDir, 'postgres', 'data'));
  expect(Buffer.byteLength(`${host}/.s.PGSQL.5432`)).toBeLessThan(104);
  expect((await lstat(host)).mode & 0o777).toBe(0o700);
  await moved.stop();

  // A reboot empties such directories.
  await rm(host, { recursive: true });
  const again = await scratch.start({ dataDir });
  expect(again.connection.host).toBe(host);
  await again.stop();

  // Another user could have made it first, and listen there in the server's place.
  await rm(host, { recursive: true });
  await mkdir(host, { mode: 0o755 });
  await expect(scratch.start({ dataDir })).rejects.toMatchObject({
    code: 'no_permission',
    hint: expect.stringContaining(host),
  });
  await rm(host, { recursive: true });
});
