import { globSync } from 'node:fs';
import path from 'node:path';
import { connectDatabase, migrate } from '../../server/src/db/index.ts';
import { ClusterTemplate } from '../../server/src/db/testing/cluster-template.ts';
import { Jobs } from '../../server/src/jobs/jobs.ts';
import { createLogger } from '../../server/src/kernel/logger.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A database that a service has only to open: its tables and its queues are there, and no account. */
export const migratedCluster = new ClusterTemplate({
  name: 'migrated',
  sources: globSync(['server/src/db/migrations/*.sql', 'server/src/jobs/*.ts'], { cwd: root })
    .sort()
    .map((file) => path.join(root, file)),
  packages: ['pg-boss'],
  async prepare(connection) {
    const db = await connectDatabase(connection);
    try {
      await migrate(db);
      const jobs = await Jobs.start(db, createLogger({ level: 'silent', personalData: false }));
      await jobs.close();
    } finally {
      await db.close();
    }
  },
});
