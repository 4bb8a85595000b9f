import { fileURLToPath } from 'node:url';
import type { Database } from './database.ts';
import { MigrationError } from './migration-error.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import type { Queryable } from './queryable.ts';
import { requireRights } from './rights.ts';

export interface MigrateOptions {
  /** Default: the migrations of this version of Parley. */
  readonly directory?: string;
  onProgress?(message: string): void;
}

const OUR_MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

/** "parl", 3: two-key advisory locks have a space of their own. */
const LOCK = "select pg_advisory_xact_lock(x'7061726c'::int, 3)";

const CREATE_TABLE = `
  create table if not exists schema_migrations (
    number     integer primary key,
    name       text not null,
    checksum   text not null,
    applied_at timestamptz not null default now()
  )`;

/**
 * Brings the schema up to date: each migration in a transaction of its own, under a lock, so that nodes that start at
 * once share the work.
 * @returns the names of the migrations that this call applied.
 * @throws MigrationError
 */
export async function migrate(db: Database, options: MigrateOptions = {}): Promise<{ applied: string[] }> {
  const known = await readMigrations(options.directory ?? OUR_MIGRATIONS);
  await requireRights(db);
  const applied: string[] = [];
  for (;;) {
    const migration = await applyNext(db, known, options);
    if (!migration) return { applied };
    applied.push(migration.name);
  }
}

/**
 * The names of the migrations that the database lacks. Changes nothing.
 * @throws MigrationError when the database is of a newer version, or of a changed one.
 */
export async function pendingMigrations(db: Queryable, directory = OUR_MIGRATIONS): Promise<string[]> {
  const known = await readMigrations(directory);
  const [table] = await db.query<{ made: boolean }>("select to_regclass('schema_migrations') is not null as made");
  const applied = table!.made ? await readApplied(db) : [];
  findNext(known, applied);
  const present = new Set(applied.map(({ number }) => number));
  return known.filter(({ number }) => !present.has(number)).map(({ name }) => name);
}

async function applyNext(
  db: Database,
  known: readonly Migration[],
  options: MigrateOptions,
): Promise<Migration | undefined> {
  let next: Migration | undefined;
  try {
    return await db.transaction(async (tx) => {
      // The lock ends with the transaction, so it needs no connection that would sit idle meanwhile.
      await tx.query(LOCK);
      await tx.query(CREATE_TABLE);
      next = findNext(known, await readApplied(tx));
      if (!next) return undefined;
      options.onProgress?.(`Migrating the database: ${next.name}`);
      await tx.query(next.sql);
      await tx.query(RECORD, [next.number, next.name, next.checksum]);
      return next;
    });
  } catch (error) {
    if (error instanceof MigrationError) throw error;
    throw new MigrationError('failed', describeFailure(error, next), { cause: error });
  }
}

const RECORD = 'insert into schema_migrations (number, name, checksum) values ($1, $2, $3)';

function describeFailure(error: unknown, migration: Migration | undefined): string {
  const { message, position } = error as Error & { position?: string };
  if (!migration) return `Cannot keep the table schema_migrations, which a migration is recorded in: ${message}.`;
  // PostgreSQL counts characters from 1, through the whole text of the file.
  const before = position ? migration.sql.slice(0, Number(position) - 1) : undefined;
  const place = before === undefined ? '' : ` in line ${before.split('\n').length}`;
  return `The migration ${migration.name} failed${place}: ${message}. The database is as it was before it.`;
}

interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

function readApplied(tx: Queryable): Promise<AppliedMigration[]> {
  return tx.query<AppliedMigration>('select number, name, checksum from schema_migrations order by number');
}

/** The first migration that the database lacks, once all that it has are seen to be ours. */
function findNext(known: readonly Migration[], applied: readonly AppliedMigration[]): Migration | undefined {
  const ours = new Map(known.map((migration) => [migration.number, migration]));
  for (const { number, name, checksum } of applied) {
    const migration = ours.get(number);
    if (!migration) {
      throw new MigrationError(
        'newer_version',
        `This database was migrated by a newer version of Parley (it has ${name}). Start that version or a newer one.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new MigrationError(
        'changed',
        `The migration ${migration.name} is not the one that was applied to this database (as ${name}). ` +
          'Restore the file, and put the change into a new migration.',
      );
    }
  }
  const present = new Set(applied.map(({ number }) => number));
  const next = known.find(({ number }) => !present.has(number));
  const last = applied.at(-1);
  if (next && last && next.number < last.number) {
    throw new MigrationError(
      'out_of_order',
      `The migration ${next.name} was added before ${last.name}, which this database has already. Give it a later number.`,
    );
  }
  return next;
}
