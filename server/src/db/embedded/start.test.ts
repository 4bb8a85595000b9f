import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectDatabase } from '../connect.ts';
import { ScratchDirectory } from '../testing/scratch-directory.ts';
import { isPostmasterOf, readPostmasterPid } from './postmaster-file.ts';
import { findRunningDatabase } from './start.ts';

let scratch: ScratchDirectory;
beforeAll(async () => {
  scratch = await ScratchDirectory.make();
});
afterEach(() => scratch.stopAll());
afterAll(() => scratch.remove());

async function query(connection: Parameters<typeof connectDatabase>[0], sql: string) {
  const db = await connectDatabase(connection, { poolSize: 1 });
  try {
    return await db.query(sql);
  } finally {
    await db.close();
  }
}

test('the first start makes the database, the second finds its data', async () => {
  const messages: string[] = [];
  const first = await scratch.start({ onProgress: (message) => messages.push(message) });
  expect(first.adopted).toBe(false);
  // As root, out of a directory that other users may not enter, the service copies its programs first.
  expect(messages.at(-1)).toBe(`Creating the database in ${first.directory}`);
  await query(first.connection, 'create table kept as select 42 as answer');
  const settings = await query(
    first.connection,
    `select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
            current_setting('listen_addresses') as tcp, current_setting('fsync') as fsync,
            current_setting('wal_segment_size') as wal_file, datlocprovider as provider, datlocale as locale
     from pg_database where datname = current_database()`,
  );
  expect(settings).toEqual([
    { encoding: 'UTF8', checksums: 'on', tcp: '', fsync: 'on', wal_file: '1MB', provider: 'b', locale: 'C.UTF-8' },
  ]);
  await Promise.all([first.stop(), first.stop()]);
  await first.stop();
  expect(await scratch.running()).toBeNull();
  expect(await readPostmasterPid(first.directory)).toBeNull();

  messages.length = 0;
  const second = await scratch.start({ onProgress: (message) => messages.push(message) });
  expect(second.adopted).toBe(false);
  expect(messages).toEqual([]);
  expect(await query(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('there is no running database in a directory that does not exist', async () => {
  expect(await findRunningDatabase(`${scratch.directory}/nothing`)).toBeNull();
});

describe('a command-line tool', () => {
  test('works beside the service; the last of the two stops the server', async () => {
    const service = await scratch.start();
    expect(await scratch.running()).toEqual(service.connection);
    const tool = await scratch.start({ shared: true });
    const otherTool = await scratch.start({ shared: true });
    expect(tool.adopted).toBe(true);
    await otherTool.stop();
    expect(await query(service.connection, 'select 1 as up')).toEqual([{ up: 1 }]);
    await service.stop();
    expect(await query(tool.connection, 'select 1 as up')).toEqual([{ up: 1 }]);
    await tool.stop();
    expect(await scratch.running()).toBeNull();
  });

  test('starts the server when there is no service, which a service then takes over', async () => {
    const tool = await scratch.start({ shared: true });
    expect(tool.adopted).toBe(false);
    const service = await scratch.start();
    expect(service.adopted).toBe(true);
    const pid = await readPostmasterPid(service.directory);
    await Promise.all([tool.stop(), service.stop()]);
    expect(await isPostmasterOf(service.directory, pid!)).toBe(false);
  });
});

describe('two services', () => {
  test('the second reports which process has the database, and leaves it alone', async () => {
    const first = scratch.spawn();
    const { connection } = await first.ready();
    const error = await scratch.start().catch((reason) => reason);
    expect(error).toMatchObject({ name: 'DatabaseStartError', code: 'locked' });
    expect(error.message).toContain(`process ${first.pid}`);
    expect(error.message).toContain(error.hint);
    expect(await query(connection, 'select 1 as up')).toEqual([{ up: 1 }]);
  });

  test('that start at once on an empty directory do not fight: one of them wins', async () => {
    await rm(scratch.dataDir, { recursive: true });
    const services = [scratch.spawn(), scratch.spawn()];
    const outcomes = await Promise.all(services.map((service) => service.outcome()));
    expect(outcomes.map(({ type }) => type).sort()).toEqual(['failed', 'ready']);
    const winner = services[outcomes.findIndex(({ type }) => type === 'ready')]!;
    for (const outcome of outcomes) {
      if (outcome.type !== 'failed') continue;
      expect(outcome).toMatchObject({ code: 'locked', message: expect.stringContaining(`process ${winner.pid}`) });
    }
    await winner.stop();
    expect(await scratch.running()).toBeNull();
  });
});
