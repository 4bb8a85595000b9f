import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '../connect.ts';
import { ScratchDirectory, untilServerEnds } from '../testing/scratch-directory.ts';
import { readPostmasterPid } from './postmaster-file.ts';

let scratch: ScratchDirectory;
beforeAll(async () => {
  scratch = await ScratchDirectory.make();
});
afterEach(() => scratch.stopAll());
afterAll(() => scratch.remove());

test('a server that outlived its killed service is taken over with its data, and stopped', async () => {
  const killed = scratch.spawn();
  const { connection, directory } = await killed.ready();
  const db = await connectDatabase(connection);
  await db.query('create table kept as select 42 as answer');
  await db.close();
  const pid = await readPostmasterPid(directory);
  await killed.kill();

  const next = await scratch.start();
  expect(next.adopted).toBe(true);
  expect(await readPostmasterPid(directory)).toBe(pid);
  const again = await connectDatabase(next.connection);
  expect(await again.query('select answer from kept')).toEqual([{ answer: 42 }]);
  await again.close();
  await next.stop();
  expect(await scratch.running()).toBeNull();
});

test('Ctrl-C in a terminal does not reach the server', async () => {
  const service = scratch.spawn();
  const { connection, directory } = await service.ready();
  const pid = await readPostmasterPid(directory);
  await service.interruptGroup();
  expect(await scratch.running()).toEqual(connection);
  expect(await readPostmasterPid(directory)).toBe(pid);
});

test('a server that crashes under its service is started again', async () => {
  const lost = Promise.withResolvers<string>();
  const database = await scratch.start({ onProgress: (message) => /lost/.test(message) && lost.resolve(message) });
  const pid = await readPostmasterPid(database.directory);
  process.kill(pid!, 'SIGKILL');
  await untilServerEnds(database.directory, pid!);
  await lost.promise;
  const db = await connectDatabase(database.connection);
  expect(await db.query('select 1 as up')).toEqual([{ up: 1 }]);
  await db.close();
  expect(await readPostmasterPid(database.directory)).not.toBe(pid);
  await expect(scratch.start()).rejects.toMatchObject({ code: 'locked' });
  await database.stop();
  expect(await scratch.running()).toBeNull();
});

test('a postmaster.pid that a power cut left empty does not stop the start', async () => {
  const first = await scratch.start();
  await first.stop();
  const pidFile = path.join(first.directory, 'postmaster.pid');
  await writeFile(pidFile, '');
  const beforeTheCut = new Date(Date.now() - 60_000);
  await utimes(pidFile, beforeTheCut, beforeTheCut);
  const second = await scratch.start();
  expect(second.adopted).toBe(false);
  await second.stop();
});

test('a number in postmaster.pid that belongs to another process by now does not stop the start', async () => {
  const first = await scratch.start();
  const pidFile = path.join(first.directory, 'postmaster.pid');
  const contents = await readFile(pidFile, 'utf8');
  const { uid, gid } = await stat(first.directory);
  await first.stop();

  const stranger = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
  try {
    await once(stranger, 'spawn');
    await writeFile(pidFile, contents.replace(/^\d+/, String(stranger.pid)));
    await chmod(pidFile, 0o644);
    expect(await scratch.running()).toBeNull();
    const second = await scratch.start();
    expect(second.adopted).toBe(false);
    expect(await readPostmasterPid(second.directory)).not.toBe(stranger.pid);
    await second.stop();
    expect(stranger.exitCode).toBeNull();
    expect(stranger.signalCode).toBeNull();
  } finally {
    stranger.kill('SIGKILL');
  }
});
