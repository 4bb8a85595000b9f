import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from './config.ts';
import {
  connectDatabase,
  type Database,
  type EmbeddedDatabase,
  holdNodeLock,
  migrate,
  startEmbeddedDatabase,
} from './db/index.ts';
import type { CloseStack } from './kernel/close-stack.ts';

interface ServiceDatabase {
  db: Database;
  connection: string | EmbeddedDatabase['connection'];
}

/** The database of the one service of this data directory, brought up to date. Another service is refused. */
export async function openServiceDatabase(
  config: Config,
  nodeId: string,
  closing: CloseStack,
  onProgress: (message: string) => void,
): Promise<ServiceDatabase> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl !== undefined) {
    const db = await connectDatabase(databaseUrl, { onProgress });
    closing.add('database connections', () => db.close());
    const lock = await oncePredecessorStopped(
      () => holdNodeLock({ connection: databaseUrl, nodeId, dataDir, onProgress }),
      onProgress,
    );
    closing.add('lock of the node', () => lock.release());
    await migrate(db, { onProgress });
    return { db, connection: databaseUrl };
  }
  const embedded = await oncePredecessorStopped(() => startEmbeddedDatabase({ dataDir, onProgress }), onProgress);
  closing.add('database', () => embedded.stop());
  const db = await connectDatabase(embedded.connection, { onProgress });
  closing.add('database connections', () => db.close());
  await migrate(db, { onProgress });
  return { db, connection: embedded.connection };
}

/** A service that is just saying its goodbyes holds its locks for a moment longer. */
const PREDECESSOR_STOPS_WITHIN_MS = 8000;
const LOOK_AGAIN_MS = 250;

async function oncePredecessorStopped<T>(attempt: () => Promise<T>, onProgress: (message: string) => void): Promise<T> {
  const deadlineMs = performance.now() + PREDECESSOR_STOPS_WITHIN_MS;
  for (let waited = false; ; waited = true) {
    try {
      return await attempt();
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && error.code === 'locked';
      if (!isLocked || performance.now() > deadlineMs) throw error;
      if (!waited) onProgress('Another Parley uses this data directory; waiting a moment in case it is stopping …');
      await delay(LOOK_AGAIN_MS);
    }
  }
}
