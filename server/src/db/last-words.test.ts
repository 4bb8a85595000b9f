import type { AddressInfo } from 'node:net';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from './connect.ts';
import { openScratchDatabase, type ScratchDatabase } from './testing/scratch-database.ts';

/** ErrorResponse with severity, code and message (PostgreSQL's protocol, section 54.8). */
function fatal(): Buffer {
  const fields = Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0');
  const head = Buffer.from('E\0\0\0\0');
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** ReadyForQuery, outside a transaction: the end of every response. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

let scratch: ScratchDatabase;
let proxy: net.Server;
let isDying = false;

beforeAll(async () => {
  scratch = await openScratchDatabase();
  const { host, port } = scratch.connection;
  proxy = net.createServer((client) => {
    const server = net.connect(path.join(host, `.s.PGSQL.${port}`));
    client.pipe(server);
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
    server.on('data', (data) => {
      if (!isDying || !data.subarray(-READY.length).equals(READY)) return void client.write(data);
      isDying = false;
      // One segment: the next user of the pool gets this connection and its end together.
      client.end(Buffer.concat([data, fatal()]));
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  proxy?.close();
  await scratch?.close();
});

test('a server that dies in the breath in which a connection goes to the next transaction ends no process', async () => {
  const { user, database } = scratch.connection;
  const { port } = proxy.address() as AddressInfo;
  const db = await connectDatabase({ ...scratch.connection, host: '127.0.0.1', port, user, database }, { poolSize: 1 });
  try {
    await db.query('select 1');
    isDying = true;
    const outcomes = await Promise.allSettled([
      db.query('select 1 as up'),
      db.transaction((tx) => tx.query('select 2 as up')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await db.query('select 3 as up')).toEqual([{ up: 3 }]);
  } finally {
    await db.close();
  }
});
