import { connectDatabase } from '../connect.ts';
import type { Database } from '../database.ts';
import type { EmbeddedConnection } from '../embedded/ping.ts';
import { ScratchDirectory } from './scratch-directory.ts';

export interface ScratchDatabase {
  readonly db: Database;
  readonly connection: EmbeddedConnection;
  /** PostgreSQL's data directory. */
  readonly directory: string;
  close(): Promise<void>;
}

/** An empty database on a server of its own, for one test file. */
export async function openScratchDatabase(): Promise<ScratchDatabase> {
  const scratch = await ScratchDirectory.withCluster();
  try {
    const { connection, directory } = await scratch.start();
    const db = await connectDatabase(connection);
    return {
      db,
      connection,
      directory,
      async close() {
        await db.close();
        await scratch.remove();
      },
    };
  } catch (error) {
    await scratch.remove();
    throw error;
  }
}
