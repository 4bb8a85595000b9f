import { mkdir } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from './connect.ts';
import type { Database } from './database.ts';
import { type ListenEvent, Listener } from './listener.ts';
import { openScratchDatabase, type ScratchDatabase } from './testing/scratch-database.ts';
import { ScratchDirectory } from './testing/scratch-directory.ts';

let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await openScratchDatabase();
});
afterAll(() => scratch?.close());
afterEach(() => db?.close());

/** Events in the order in which they came. */
function collector() {
  const events: ListenEvent[] = [];
  let news = Promise.withResolvers<void>();
  return {
    handler(event: ListenEvent): void {
      events.push(event);
      news.resolve();
      news = Promise.withResolvers();
    },
    async next(): Promise<ListenEvent> {
      while (events.length === 0) await news.promise;
      return events.shift()!;
    },
    events,
  };
}

async function endListeningSessions(): Promise<void> {
  await scratch.db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and pid <> pg_backend_pid()",
  );
}

test('each channel goes to its own handlers, whatever its name', async () => {
  db = await connectDatabase(scratch.connection);
  const plain = collector();
  const odd = collector();
  await db.listen('plain', plain.handler);
  await db.listen('Odd "name"', odd.handler);
  await scratch.db.query("select pg_notify('plain', 'one'), pg_notify('Odd \"name\"', 'two'), pg_notify('plain', '')");
  expect(await plain.next()).toEqual({ type: 'notification', payload: 'one' });
  expect(await plain.next()).toEqual({ type: 'notification', payload: '' });
  expect(await odd.next()).toEqual({ type: 'notification', payload: 'two' });
});

test('after its connection was ended it listens again, and says so', async () => {
  db = await connectDatabase(scratch.connection);
  const first = collector();
  const second = collector();
  await db.listen('first', first.handler);
  await db.listen('second', second.handler);
  await endListeningSessions();
  expect(await first.next()).toEqual({ type: 'reconnected' });
  expect(await second.next()).toEqual({ type: 'reconnected' });
  await scratch.db.query("select pg_notify('first', 'still'), pg_notify('second', 'here')");
  expect(await first.next()).toEqual({ type: 'notification', payload: 'still' });
  expect(await second.next()).toEqual({ type: 'notification', payload: 'here' });
});

test('a closed subscription hears nothing more; the other one of its channel does', async () => {
  db = await connectDatabase(scratch.connection);
  const closed = collector();
  const open = collector();
  const subscription = await db.listen('shared', closed.handler);
  const other = await db.listen('shared', open.handler);
  await subscription.close();
  await subscription.close();
  await scratch.db.query("select pg_notify('shared', 'x')");
  expect(await open.next()).toEqual({ type: 'notification', payload: 'x' });
  expect(closed.events).toEqual([]);
  await other.close();
  const again = collector();
  await db.listen('shared', again.handler);
  await scratch.db.query("select pg_notify('shared', 'y')");
  expect(await again.next()).toEqual({ type: 'notification', payload: 'y' });
  expect(open.events).toEqual([]);
});

test('a closed database refuses to listen, and closes once', async () => {
  db = await connectDatabase(scratch.connection);
  await db.listen('any', () => {});
  await Promise.all([db.close(), db.close()]);
  await expect(db.listen('any', () => {})).rejects.toThrow('closed');
  await expect(db.query('select 1')).rejects.toThrow();
});

test('a connection that falls silent without an end is replaced', async () => {
  const directory = await ScratchDirectory.make();
  const proxy = await breakableProxy(path.join(directory.directory, 'proxy'), scratch.connection);
  const listener = new Listener({ ...scratch.connection, host: proxy.host }, { everyMs: 20, limitMs: 500 });
  try {
    const events = collector();
    await listener.listen('silent', events.handler);
    proxy.freeze();
    await scratch.db.query("select pg_notify('silent', 'unheard')");
    expect(await events.next()).toEqual({ type: 'reconnected' });
    await scratch.db.query("select pg_notify('silent', 'heard')");
    expect(await events.next()).toEqual({ type: 'notification', payload: 'heard' });
  } finally {
    await listener.close();
    await proxy.close();
    await directory.remove();
  }
});

test('a connection that ends while it is made to listen again is replaced by one', async () => {
  const directory = await ScratchDirectory.make();
  const proxy = await breakableProxy(path.join(directory.directory, 'proxy'), scratch.connection);
  // Longer than the wait between two attempts: a second reconnection would have its connection by the first heartbeat.
  const listener = new Listener({ ...scratch.connection, host: proxy.host }, { everyMs: 300, limitMs: 10_000 });
  try {
    const events = collector();
    await listener.listen('cut', events.handler);
    proxy.cutAtNextListen();
    await endListeningSessions();
    expect(await events.next()).toEqual({ type: 'reconnected' });
    await proxy.nextHeartbeat();
    expect(proxy.connections()).toEqual({ made: 3, open: 1 });
    expect(events.events).toEqual([]);
  } finally {
    await listener.close();
    await proxy.close();
    await directory.remove();
  }
});

/**
 * A proxy before PostgreSQL's socket; `freeze` swallows for ever what its open connections send;
 * `cutAtNextListen` ends the connection that sends the next LISTEN instead of passing it on.
 */
async function breakableProxy(host: string, server: { host: string; port: number }) {
  await mkdir(host);
  const sockets = new Set<net.Socket>();
  const name = `.s.PGSQL.${server.port}`;
  let made = 0;
  let cuts = false;
  let heartbeat = Promise.withResolvers<void>();
  const proxy = net.createServer((inside) => {
    made += 1;
    const outside = net.connect(path.join(server.host, name));
    inside.on('data', (data) => {
      if (data.includes('select 1')) heartbeat.resolve();
      if (!cuts || !data.includes('listen ')) return;
      cuts = false;
      inside.destroy();
    });
    inside.pipe(outside).pipe(inside);
    for (const socket of [inside, outside]) {
      socket.on('error', () => {});
      socket.on('close', () => [inside, outside].map((each) => each.destroy()));
      sockets.add(socket);
    }
  });
  await new Promise<void>((resolve) => proxy.listen(path.join(host, name), resolve));
  return {
    host,
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    cutAtNextListen: () => {
      cuts = true;
    },
    nextHeartbeat: () => {
      heartbeat = Promise.withResolvers();
      return heartbeat.promise;
    },
    connections: () => {
      const open = [...sockets].filter((socket) => !socket.destroyed).length / 2;
      return { made, open };
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => proxy.close(() => resolve()));
    },
  };
}
