import { setTimeout as delay } from 'node:timers/promises';
import { connectDatabase, type Database, findRunningDatabase } from '../../server/src/db/index.ts';
import type { Installation } from './installation.ts';

export const outageKinds = ['frozen', 'killed', 'exhausted'] as const;
export type OutageKind = (typeof outageKinds)[number];

/** The embedded server admits 100; what the service has is taken from it and not given back. */
const MORE_THAN_ALL = 110;
const AGAIN_MS = 100;

/** The database is of no use for so long. Resolves when it may work again. */
export async function outage(kind: OutageKind, installation: Installation, seconds: number): Promise<void> {
  const { database } = installation;
  const untilMs = performance.now() + seconds * 1000;
  switch (kind) {
    case 'frozen':
      database.freeze();
      await delay(seconds * 1000);
      database.thaw();
      return;
    case 'killed':
      // The service starts it again, and again, which is no use.
      while (performance.now() < untilMs) {
        database.kill(true);
        await delay(AGAIN_MS);
      }
      return;
    case 'exhausted':
      return exhaust(installation, seconds, untilMs);
  }
}

async function exhaust(installation: Installation, seconds: number, untilMs: number): Promise<void> {
  const connection = await findRunningDatabase(installation.service.address.dataDir);
  if (!connection) throw new Error('the database does not run');
  const db = await connectDatabase(connection, { poolSize: MORE_THAN_ALL });
  try {
    const name = "set_config('application_name', 'outage', false)";
    const until = `clock_timestamp() + interval '${seconds} s'`;
    const [{ end }] = (await db.query<{ end: Date }>(`select ${until} as "end"`)) as [{ end: Date }];
    const holding: Promise<unknown>[] = [];
    const hold = () => {
      const held = db.query(`select ${name}, pg_sleep_until($1::timestamptz)`, [end]).catch(() => {});
      holding.push(held);
      return held;
    };
    for (let count = 0; count < MORE_THAN_ALL - 1; count += 1) void hold();
    while (performance.now() < untilMs) {
      for (let freed = await endOthers(db, name); freed > 0; freed -= 1) void hold();
      await delay(AGAIN_MS);
    }
    await Promise.all(holding);
  } finally {
    await db.close();
  }
}

/** How many connections of the service were ended. */
async function endOthers(db: Database, name: string): Promise<number> {
  const ended = await db
    .query(
      `select ${name}, pg_terminate_backend(pid) from pg_stat_activity
       where backend_type = 'client backend' and application_name <> 'outage' and pid <> pg_backend_pid()`,
    )
    .catch(() => []);
  return ended.length;
}
