import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectDatabase } from './connect.ts';
import { explainConnectError } from './connect-error.ts';
import type { Database } from './database.ts';
import type { EmbeddedDatabase } from './embedded/start.ts';
import { ScratchDirectory } from './testing/scratch-directory.ts';
import { isUnavailable } from './unavailable.ts';

let scratch: ScratchDirectory;
let server: EmbeddedDatabase;
beforeAll(async () => {
  scratch = await ScratchDirectory.withCluster();
  server = await scratch.start();
});
afterAll(() => scratch?.remove());

/** The same place as a URL, as in DATABASE_URL: host and port of a Unix socket travel as parameters. */
function url(userAndPassword: string, database = server.connection.database): string {
  return `postgres://${userAndPassword}@/${database}?host=${encodeURIComponent(server.connection.host)}`;
}

test('a server that is not up yet is waited for, with word of it', async () => {
  await server.stop();
  const waiting = Promise.withResolvers<void>();
  const messages: string[] = [];
  const connected = connectDatabase(server.connection, {
    onProgress: (message) => {
      messages.push(message);
      waiting.resolve();
    },
  });
  await waiting.promise;
  server = await scratch.start();
  const db = await connected;
  expect(messages).toEqual([
    expect.stringMatching(/^Waiting for PostgreSQL at parley@\S+, for 30 s at most: .*ENOENT/),
  ]);
  expect(await db.query('select 1 as up')).toEqual([{ up: 1 }]);
  await db.close();
});

test('a server that does not come is given up', async () => {
  const attempt = connectDatabase({ ...server.connection, host: scratch.directory }, { waitLimitMs: 0 });
  await expect(attempt).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining(`parley@${scratch.directory}:5432/parley`),
  });
});

test('the pool holds as many connections as configured', async () => {
  const db = await connectDatabase(url('parley'), { poolSize: 2 });
  const backends = await Promise.all(
    Array.from({ length: 6 }, () => db.query<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep(0.02)')),
  );
  expect(new Set(backends.map(([row]) => row!.pid)).size).toBe(2);
  await db.close();
});

describe('a query that is unanswered for the time it has', () => {
  const queryTimeoutMs = 500;
  const sleepS = 0.75;

  async function pidOf(db: Database): Promise<number> {
    const [row] = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
    return row!.pid;
  }

  test.each<[string, (db: Database) => Promise<unknown>]>([
    ['alone', (db) => db.query('select pg_sleep($1)', [sleepS])],
    ['in a transaction', (db) => db.transaction((tx) => tx.query('select pg_sleep($1)', [sleepS]))],
  ])('%s fails as unavailable, and its connection is not used again', async (_, hang) => {
    const db = await connectDatabase(server.connection, { poolSize: 1, queryTimeoutMs });
    try {
      const before = await pidOf(db);
      const error: unknown = await hang(db).catch((reason) => reason);
      expect(error).toMatchObject({ message: 'Query read timeout' });
      expect(isUnavailable(error)).toBe(true);
      const after = await pidOf(db);
      expect(after).not.toBe(before);
      expect(await pidOf(db)).toBe(after);
    } finally {
      await db.close();
    }
  });
});

describe('a connection that is refused', () => {
  beforeAll(async () => {
    const db = await connectDatabase(server.connection);
    await db.query("create role guarded login password 'right'");
    await db.query("create database latin encoding 'LATIN1' locale 'C' template template0");
    const rules = path.join(server.directory, 'pg_hba.conf');
    await writeFile(rules, `local all guarded scram-sha-256\n${await readFile(rules, 'utf8')}`);
    await db.query('select pg_reload_conf()');
    await db.close();
  });

  test.each([
    ['wrong password', () => url('guarded:wr0ng'), 'wrong_password', /guarded.*Check user and password/],
    ['no password', () => url('guarded'), 'wrong_password', /asks for a password/],
    ['unknown user', () => url('unknown-user'), 'wrong_password', /unknown-user/],
    ['unknown database', () => url('parley', 'lost'), 'unknown_database', /"lost" does not exist.*Create it/],
    ['other encoding', () => url('parley', 'latin'), 'refused', /LATIN1.*UTF8/],
    ['no address', () => 'localhost:5432', 'bad_address', /postgres:\/\//],
    ['broken address', () => 'postgres://user:wr0ng@host:port/x', 'bad_address', /postgres:\/\//],
  ])('for %s says so at once, without the password', async (_, address, code, message) => {
    const error = await connectDatabase(address()).catch((reason) => reason);
    expect(error).toMatchObject({ name: 'DatabaseConnectError', code, message: expect.stringMatching(message) });
    expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain('wr0ng');
  });

  test('the right password is let in', async () => {
    const db = await connectDatabase(url('guarded:right'));
    expect(await db.query('select current_user as name')).toEqual([{ name: 'guarded' }]);
    await db.close();
  });
});

test('an unknown host is named', () => {
  const cause = Object.assign(new Error('getaddrinfo ENOTFOUND db.example'), { code: 'ENOTFOUND' });
  const error = explainConnectError(cause, 'parley@db.example:5432/parley');
  expect(error).toMatchObject({ code: 'unknown_host', message: expect.stringContaining('db.example') });
});

test('an unknown reason is reported as it is, with the variable', () => {
  const error = explainConnectError(
    new Error('The server does not support SSL connections'),
    'parley@db.example/parley',
  );
  expect(error).toMatchObject({
    code: 'refused',
    message: expect.stringMatching(/parley@db\.example.*does not support SSL connections\. Check DATABASE_URL\.$/),
  });
});

test('statements that find rows by their keys do so in a table that has hardly any, too', async () => {
  const plan = async (findsByKeys: boolean) => {
    const db = await connectDatabase(server.connection, { poolSize: 1, findsByKeys });
    await db.query(
      'create table if not exists few (id text primary key, n int); insert into few values ($$a$$, 1) on conflict do nothing',
    );
    const rows = await db.query<{ 'QUERY PLAN': string }>(
      `explain select n from json_to_recordset('[{"id":"a"}]') as given (id text) join few using (id) where n > 0`,
    );
    await db.close();
    return rows.map((row) => row['QUERY PLAN']).join(' ');
  };
  expect(await plan(false)).toContain('Seq Scan on few');
  expect(await plan(true)).toContain('using few_pkey');
  expect(await plan(true)).not.toContain('Seq Scan on few');
});
