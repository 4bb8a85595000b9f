import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdNodeLock } from './node-lock.ts';
import { openScratchDatabase, type ScratchDatabase } from './testing/scratch-database.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await openScratchDatabase();
});
afterAll(() => scratch?.close());

function hold(nodeId: string, onProgress: (message: string) => void = () => {}) {
  const { user, host, database } = scratch.connection;
  const connection = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;
  return holdNodeLock({ connection, nodeId, dataDir: `/data/${nodeId}`, onProgress });
}

const locked = (nodeId: string) => ({
  name: 'DatabaseStartError',
  code: 'locked',
  message:
    `The data directory /data/${nodeId} is in use by another Parley service, process ${process.pid}. ` +
    'Stop that one first, or give this one a PARLEY_DATA_DIR of its own.',
});

test('a node is one service at a time; others are other nodes', async () => {
  const first = await hold('one');
  const other = await hold('two');
  await expect(hold('one')).rejects.toMatchObject(locked('one'));
  await first.release();
  await first.release();
  await (await hold('one')).release();
  await other.release();
});

test('a lock that was lost with its connection is taken again', async () => {
  const lock = await hold('three');
  const sessions = () =>
    scratch.db.query<{ pid: number; ended: boolean }>(
      `select pid, pg_terminate_backend(pid, 5000) as ended from pg_stat_activity
       where application_name = 'service, process ${process.pid}' and datname = current_database()`,
    );
  expect(await sessions()).toEqual([{ pid: expect.any(Number), ended: true }]);
  await expect
    .poll(
      () =>
        hold('three').then(
          (stolen) => stolen.release(),
          (error) => error,
        ),
      { timeout: 20_000 },
    )
    .toMatchObject(locked('three'));
  await lock.release();
  await (await hold('three')).release();
});
