import { lstat, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ScratchDirectory } from '../testing/scratch-directory.ts';

let scratch: ScratchDirectory;
beforeEach(async () => {
  scratch = await ScratchDirectory.make();
});
afterEach(() => scratch.remove());

test('a path too long for a socket gets a short directory for it, the same at each start', async () => {
  const dataDir = path.join(scratch.directory, 'long'.repeat(20), 'name'.repeat(20), 'data');
  const database = await scratch.start({ dataDir });
  const { host } = database.connection;
  expect(database.directory).toBe(path.join(dataDir, 'postgres', 'data'));
  expect(Buffer.byteLength(`${host}/.s.PGSQL.5432`)).toBeLessThan(104);
  expect((await lstat(host)).mode & 0o777).toBe(0o700);
  await database.stop();

  // A reboot empties such directories.
  await rm(host, { recursive: true });
  const again = await scratch.start({ dataDir });
  expect(again.connection.host).toBe(host);
  await again.stop();

  // Somebody who waits there for our passwords.
  await rm(host, { recursive: true });
  await mkdir(host, { mode: 0o755 });
  await expect(scratch.start({ dataDir })).rejects.toMatchObject({
    code: 'no_permission',
    hint: expect.stringContaining(host),
  });
  await rm(host, { recursive: true });
});
