import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectDatabase } from './connect.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openScratchDatabase, type ScratchDatabase } from './testing/scratch-database.ts';

let scratch: ScratchDatabase;
let db: Database;
let directory: string;
let count = 0;

beforeAll(async () => {
  scratch = await openScratchDatabase();
});
afterAll(() => scratch?.close());
beforeEach(async () => {
  count += 1;
  await scratch.db.query(`create database migrated_${count}`);
  db = await connectDatabase({ ...scratch.connection, database: `migrated_${count}` });
  directory = await mkdtemp(path.join(os.tmpdir(), 'parley-migrations-'));
});
afterEach(async () => {
  await db.close();
  await rm(directory, { recursive: true });
});

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, sql] of Object.entries(files)) await writeFile(path.join(directory, name), sql);
}

const CALLS = { '0001-calls.sql': 'create table calls (id int);\ninsert into calls values (1), (2);\n' };
const NOTES = { '0002-notes.sql': 'alter table calls add note text;\nupdate calls set note = id::text;\n' };

test('a user that may not create tables or schemas gets an error that says what to grant', async () => {
  await write(CALLS);
  const user = `plain_${count}`;
  await db.query(`create role "${user}" login`);
  const plain = await connectDatabase({ ...scratch.connection, user, database: `migrated_${count}` });
  try {
    const refusal = await migrate(plain, { directory }).catch((reason) => reason);
    expect(refusal).toMatchObject({ name: 'MigrationError', code: 'no_right' });
    expect(refusal.message).toMatch(
      `The user of DATABASE_URL, ${user}, may not create tables in the database migrated_${count}.`,
    );
    const grants = refusal.message.match(/GRANT .*;/g);
    expect(grants).toEqual([
      `GRANT CREATE, USAGE ON SCHEMA public TO ${user};`,
      `GRANT CREATE ON DATABASE migrated_${count} TO ${user};`,
    ]);
    for (const grant of grants) await db.query(grant);
    expect(await migrate(plain, { directory })).toEqual({ applied: ['0001-calls'] });
  } finally {
    await plain.close();
  }
});

test('applies what is missing, in order, once', async () => {
  const messages: string[] = [];
  const options = { directory, onProgress: (message: string) => messages.push(message) };
  await write({ ...NOTES, ...CALLS });
  expect(await migrate(db, options)).toEqual({ applied: ['0001-calls', '0002-notes'] });
  expect(messages).toEqual(['Migrating the database: 0001-calls', 'Migrating the database: 0002-notes']);
  expect(await migrate(db, options)).toEqual({ applied: [] });
  await write({ '0010-more.sql': 'insert into calls values (3)' });
  expect(await migrate(db, options)).toEqual({ applied: ['0010-more'] });
  expect(await db.query('select id, note from calls order by id')).toEqual([
    { id: 1, note: '1' },
    { id: 2, note: '2' },
    { id: 3, note: null },
  ]);
});

test('nodes that start at once share the work', async () => {
  await write({ ...CALLS, ...NOTES });
  const nodes = await Promise.all(
    [1, 2, 3].map(() => connectDatabase({ ...scratch.connection, database: `migrated_${count}` })),
  );
  const results = await Promise.all(nodes.map((node) => migrate(node, { directory })));
  await Promise.all(nodes.map((node) => node.close()));
  expect(results.flatMap(({ applied }) => applied).sort()).toEqual(['0001-calls', '0002-notes']);
  expect(await db.query('select id from calls order by id')).toEqual([{ id: 1 }, { id: 2 }]);
});

test('a migration that fails leaves nothing behind, and its error names file, line and reason', async () => {
  await write({ ...CALLS, '0002-bad.sql': 'create table half (id int);\n\nselect missing from calls;\n' });
  const error = await migrate(db, { directory }).catch((reason) => reason);
  expect(error).toMatchObject({ name: 'MigrationError', code: 'failed' });
  expect(error.message).toContain('0002-bad failed in line 3: column "missing" does not exist');
  const tables = "select table_name from information_schema.tables where table_schema = 'public' order by 1";
  expect(await db.query(tables)).toEqual([{ table_name: 'calls' }, { table_name: 'schema_migrations' }]);
  await write({ '0002-bad.sql': 'create table half (id int)' });
  expect(await migrate(db, { directory })).toEqual({ applied: ['0002-bad'] });
});

test('a database that knows more than this version is refused', async () => {
  await write({ ...CALLS, ...NOTES });
  await migrate(db, { directory });
  await rm(path.join(directory, '0002-notes.sql'));
  await expect(migrate(db, { directory })).rejects.toMatchObject({
    code: 'newer_version',
    message: expect.stringMatching(/newer version of Parley .*0002-notes/),
  });
});

test('a migration that was edited after it was applied is refused; other line ends are no edit', async () => {
  await write({ ...CALLS });
  await migrate(db, { directory });
  await write({ '0001-calls.sql': CALLS['0001-calls.sql'].replaceAll('\n', '\r\n') });
  expect(await migrate(db, { directory })).toEqual({ applied: [] });
  await write({ '0001-calls.sql': 'create table calls (id bigint);' });
  await expect(migrate(db, { directory })).rejects.toMatchObject({
    code: 'changed',
    message: expect.stringContaining('0001-calls'),
  });
});

test('a migration with a number below one that was applied is refused', async () => {
  await write({ '0002-calls.sql': 'create table calls (id int)' });
  await migrate(db, { directory });
  await write({ '0001-late.sql': 'create table late (id int)' });
  await expect(migrate(db, { directory })).rejects.toMatchObject({ code: 'out_of_order' });
});

test.each([
  [{ '0001-a.sql': '', '0001-b.sql': '' }, /0001-a and 0001-b/],
  [{ '1-a.sql': '' }, /1-a\.sql is not named/],
])('a directory with %j is refused', async (files, message) => {
  await write(files as Record<string, string>);
  await expect(migrate(db, { directory })).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(message),
  });
});

test("this version's own migrations apply to an empty database", async () => {
  const own = (await readdir(path.join(import.meta.dirname, 'migrations'))).filter((name) => name.endsWith('.sql'));
  expect((await migrate(db)).applied).toEqual(own.sort().map((name) => name.replace('.sql', '')));
});
