import { connectDatabase } from '../connect.ts';
import type { Database } from '../database.ts';
import type { EmbeddedConnection } from '../embedded/ping.ts';
import { type ClusterTemplate, emptyCluster } from './cluster-template.ts';
import { ScratchDirectory } from './scratch-directory.ts';
import { tablesCluster } from './tables-cluster.ts';

export interface ScratchDatabase {
  readonly db: Database;
  readonly connection: EmbeddedConnection;
  /** PostgreSQL's data directory. */
  readonly directory: string;
  close(): Promise<void>;
}

/** An empty database on a server of its own, for one test file. */
export const openScratchDatabase = (): Promise<ScratchDatabase> => openCluster(emptyCluster);

/** The same with the tables of Parley. */
export const openScratchTables = (): Promise<ScratchDatabase> => openCluster(tablesCluster);

async function openCluster(template: ClusterTemplate): Promise<ScratchDatabase> {
  const scratch = await ScratchDirectory.withCluster(template);
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
