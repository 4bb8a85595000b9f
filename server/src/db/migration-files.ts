import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { MigrationError } from './migration-error.ts';

export interface Migration {
  readonly number: number;
  /** Name of the file without its ending: "0001-calls". */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/;

/** The migrations of a directory in their order. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(names.map((name) => readMigration(directory, name)));
  for (const [index, migration] of migrations.entries()) {
    const before = migrations[index - 1];
    if (before?.number === migration.number) {
      throw new MigrationError('invalid', `Two migrations have one number: ${before.name} and ${migration.name}.`);
    }
  }
  return migrations;
}

async function readMigration(directory: string, fileName: string): Promise<Migration> {
  const number = FILE_NAME.exec(fileName)?.[1];
  if (!number) {
    throw new MigrationError('invalid', `${path.join(directory, fileName)} is not named like 0001-what-it-does.sql.`);
  }
  // A checkout on Windows may change the line ends, which change nothing in SQL.
  const sql = (await readFile(path.join(directory, fileName), 'utf8')).replaceAll('\r\n', '\n');
  const checksum = createHash('sha256').update(sql).digest('hex');
  return { number: Number(number), name: fileName.slice(0, -'.sql'.length), sql, checksum };
}
