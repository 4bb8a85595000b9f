import { globSync } from 'node:fs';
import path from 'node:path';
import { connectDatabase } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { ClusterTemplate } from './cluster-template.ts';

const db = path.join(import.meta.dirname, '..');

/** A cluster whose database has every table, and nothing in them. */
export const tablesCluster = new ClusterTemplate({
  name: 'tables',
  sources: globSync('migrations/*.sql', { cwd: db })
    .sort()
    .map((file) => path.join(db, file)),
  async prepare(connection) {
    const database = await connectDatabase(connection);
    try {
      await migrate(database);
    } finally {
      await database.close();
    }
  },
});
