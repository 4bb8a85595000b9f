import { realpath, stat } from 'node:fs/promises';
import { findHome } from '../db/embedded/home.ts';
import {
  connectDatabase,
  type Database,
  findRunningDatabase,
  migrate,
  pendingMigrations,
  startEmbeddedDatabase,
} from '../db/index.ts';
import type { CloseStack } from '../kernel/close-stack.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import type { OperatorConfig } from './operator-config.ts';

const report = (message: string) => void process.stderr.write(`parley: ${message}\n`);

function noData(place: string, variable: string): CommandError {
  return new CommandError(
    'not_found',
    `There is no data of Parley in ${place}. Set ${variable} as the service has it, or start the service once: npm start`,
    variable,
  );
}

/**
 * The database of the running service, or the embedded one, started for the moment. Never makes one: it would be empty,
 * and in the wrong place. With `needsService` the embedded one must be running; with `readsOnly` nothing is changed.
 */
export async function openDatabase(
  config: OperatorConfig,
  closing: CloseStack,
  { needsService = false, readsOnly = false }: Pick<Command, 'needsService' | 'readsOnly'>,
): Promise<Database> {
  const connection = config.databaseUrl ?? (await embeddedDatabase(config.dataDir, closing, needsService));
  const db = await connectDatabase(connection, { poolSize: 3, onProgress: report });
  closing.add('database connections', () => db.close());
  const rows = await db.query<{ made: boolean }>("select to_regclass('installation') is not null as made");
  if (!rows[0]?.made) {
    throw config.databaseUrl === undefined
      ? noData(config.dataDir, 'PARLEY_DATA_DIR')
      : noData('that database', 'DATABASE_URL');
  }
  if (readsOnly) await requireTables(db);
  else await migrate(db, { onProgress: report });
  return db;
}

async function requireTables(db: Database): Promise<void> {
  const [first] = await pendingMigrations(db);
  if (first === undefined) return;
  throw new CommandError(
    'unprocessable',
    `The database is of an earlier version of Parley (it lacks ${first}), and this command changes nothing. Start the service, which brings it up to date: npm start`,
  );
}

async function embeddedDatabase(dataDir: string, closing: CloseStack, needsService: boolean) {
  const running = await findRunningDatabase(dataDir);
  if (running) return running;
  if (!(await hasDatabase(dataDir))) throw noData(dataDir, 'PARLEY_DATA_DIR');
  if (needsService) {
    throw new CommandError(
      'unprocessable',
      `No service is running on the data in ${dataDir}, and this command needs one. Nothing was done. Start it with npm start, and try again.`,
    );
  }
  const embedded = await startEmbeddedDatabase({ dataDir, shared: true, onProgress: report });
  closing.add('database', () => embedded.stop());
  return embedded.connection;
}

async function hasDatabase(dataDir: string): Promise<boolean> {
  try {
    if (!(await stat(dataDir)).isDirectory()) return false;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
  return (await findHome(await realpath(dataDir))) !== null;
}
