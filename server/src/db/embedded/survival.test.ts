import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '../connect.ts';
import { ScratchDirectory, untilServerEnds } from '../testing/scratch-directory.ts';
import { readPostmasterPid } from './postmaster-file.ts';

let scratch: ScratchDirectory;
beforeAll(async () => {
  scratch = await ScratchDirectory.withCluster();
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

test('a start right after service and server were both killed succeeds', async () => {
  let service = scratch.spawn();
  for (let kills = 0; kills < 3; kills += 1) {
    const { directory } = await service.ready();
    const server = (await readPostmasterPid(directory))!;
    // The service first: it would start another server at once.
    process.kill(service.pid, 'SIGKILL');
    process.kill(server, 'SIGKILL');
    service = scratch.spawn();
  }
  expect((await service.ready()).adopted).toBe(false);
});

test('a killed server that is not reaped does not stop the start', async () => {
  const frozen = scratch.spawn();
  const { directory } = await frozen.ready();
  const pid = (await readPostmasterPid(directory))!;
  // Only its parent could reap it.
  process.kill(frozen.pid, 'SIGSTOP');
  process.kill(pid, 'SIGKILL');
  const next = await scratch.start();
  expect(next.adopted).toBe(false);
  expect(process.kill(pid, 0)).toBe(true);
});

test('a frozen backend of a killed server is ended, so that the next server can start', async () => {
  const service = scratch.spawn();
  const { connection, directory } = await service.ready();
  const db = await connectDatabase(connection, { poolSize: 1 });
  const [backend] = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
  process.kill(backend!.pid, 'SIGSTOP');
  process.kill((await readPostmasterPid(directory))!, 'SIGKILL');
  await service.kill();
  const messages: string[] = [];
  const next = await scratch.start({ onProgress: (message) => messages.push(message) });
  expect(next.adopted).toBe(false);
  expect(messages).toEqual([expect.stringContaining(`Ending process ${backend!.pid}`)]);
  await db.close();
});

test('a server that crashes under its service is started again', async () => {
  const lost = Promise.withResolvers<string>();
  const database = await scratch.start({ onProgress: (message) => /lost/.test(message) && lost.resolve(message) });
  const pid = await readPostmasterPid(database.directory);
  process.kill(pid!, 'SIGKILL');
  await untilServerEnds(database.directory, pid!);
  await lost.promise;
  const db = await connectDatabase(database.connection);
  // Its locks among the users of the server are taken again a moment after the server is up.
  while ((await db.query("select from pg_locks where locktype = 'advisory'")).length < 2) await delay(5);
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

  const unrelated = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
  try {
    await once(unrelated, 'spawn');
    await writeFile(pidFile, contents.replace(/^\d+/, String(unrelated.pid)));
    await chmod(pidFile, 0o644);
    expect(await scratch.running()).toBeNull();
    const second = await scratch.start();
    expect(second.adopted).toBe(false);
    expect(await readPostmasterPid(second.directory)).not.toBe(unrelated.pid);
    await second.stop();
    expect(unrelated.exitCode).toBeNull();
    expect(unrelated.signalCode).toBeNull();
  } finally {
    unrelated.kill('SIGKILL');
  }
});
