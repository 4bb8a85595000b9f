import { chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ScratchDirectory } from '../testing/scratch-directory.ts';

let scratch: ScratchDirectory;
beforeAll(async () => {
  scratch = await ScratchDirectory.make();
});
afterEach(() => scratch.stopAll());
afterAll(() => scratch.remove());

describe('where there is no database yet', () => {
  afterEach(() => rm(scratch.dataDir, { recursive: true }));

  test('other files in its place are not overwritten', async () => {
    const cluster = path.join(scratch.dataDir, 'postgres', 'data');
    await mkdir(cluster, { recursive: true });
    await writeFile(path.join(cluster, 'letter.txt'), 'mine');
    if (process.getuid?.() === 0) await chown(cluster, 65_534, 65_534);
    await expect(scratch.start()).rejects.toMatchObject({
      code: 'failed',
      message: expect.stringContaining(`${cluster} is in the way`),
    });
    expect(await readFile(path.join(cluster, 'letter.txt'), 'utf8')).toBe('mine');
  });

  test('a pointer to a database that is gone is an error, not an empty database', async () => {
    await mkdir(scratch.dataDir);
    await writeFile(path.join(scratch.dataDir, 'postgres-location'), '/nowhere/parley\n');
    const error = await scratch.start().catch((reason) => reason);
    expect(error).toMatchObject({ code: 'failed', hint: expect.stringContaining('/nowhere/parley') });
    expect(await readdir(scratch.dataDir)).toEqual(['postgres-location']);
  });
});

test('a database that was being made when its maker was killed is thrown away', async () => {
  const home = path.join(scratch.dataDir, 'postgres');
  const killed = scratch.spawn();
  const side = path.join(home, `data.making-${killed.pid}`);
  await killed.report((report) => report.type === 'progress');
  // initdb writes this file after the catalogue's bootstrap has begun.
  while (!(await stat(path.join(side, 'PG_VERSION')).catch(() => null))) await delay(2);
  await killed.kill();
  expect(await readdir(home)).toContain(path.basename(side));

  const database = await scratch.start();
  expect(database.adopted).toBe(false);
  expect((await readdir(home)).filter((name) => name.startsWith('data.making'))).toEqual([]);
});

test('a database of another major version is left alone', async () => {
  const { directory } = await stoppedDatabase();
  const version = path.join(directory, 'PG_VERSION');
  const own = Number(await readFile(version, 'utf8'));

  await writeFile(version, `${own + 1}\n`);
  const newer = await scratch.start().catch((reason) => reason);
  expect(newer).toMatchObject({ code: 'newer_version', hint: expect.stringContaining('newer version of Parley') });
  expect(newer.message).toContain(directory);
  expect(newer.message).toContain(`PostgreSQL ${own + 1}`);

  await writeFile(version, `${own - 1}\n`);
  await expect(scratch.start()).rejects.toMatchObject({ code: 'failed', hint: expect.stringContaining('Dump it') });

  await writeFile(version, `${own}\n`);
  expect((await scratch.start()).adopted).toBe(false);
});

test("the server's last words are quoted when it cannot start; a log that grew too long is put aside", async () => {
  const { directory } = await stoppedDatabase();
  const log = path.join(path.dirname(directory), 'server.log');
  await writeFile(log, 'x'.repeat(10 * 1024 * 1024 + 1));
  await writeFile(path.join(directory, 'postgresql.auto.conf'), "shared_buffers = 'plenty'\n");
  const error = await scratch.start().catch((reason) => reason);
  expect(error).toMatchObject({ name: 'DatabaseStartError', code: 'failed' });
  expect(error.message).toContain('invalid value for parameter "shared_buffers": "plenty"');
  expect(error.message).toContain(log);
  expect(error.message.length).toBeLessThan(2_000);
  expect((await stat(`${log}.1`)).size).toBeGreaterThan(10 * 1024 * 1024);
  await rm(path.join(directory, 'postgresql.auto.conf'));
});

async function stoppedDatabase(): Promise<{ directory: string }> {
  const database = await scratch.start();
  await database.stop();
  return { directory: database.directory };
}
