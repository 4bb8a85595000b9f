import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../server/src/db/index.ts';

/** What is still on its way. */
export interface Unsettled {
  openCalls: number;
  takenSlots: number;
  unanalyzed: number;
  pendingDeliveries: number;
}

const POLL_MS = 500;

/** How long is waited at most: for calls to end, then for analyses and deliveries, which have jobs of their own. */
export interface SettleLimits {
  callsS: number;
  jobsS: number;
}

/** Waits until nothing is on its way any more, or the limits have passed; answers what is left. */
export async function settle(db: Database, { callsS, jobsS }: SettleLimits): Promise<Unsettled> {
  await until(db, callsS, ({ openCalls, takenSlots }) => openCalls + takenSlots === 0);
  return until(db, jobsS, ({ unanalyzed, pendingDeliveries }) => unanalyzed + pendingDeliveries === 0);
}

async function until(db: Database, limitS: number, isSettled: (unsettled: Unsettled) => boolean): Promise<Unsettled> {
  const deadlineMs = performance.now() + limitS * 1000;
  for (;;) {
    const unsettled = await look(db);
    if (isSettled(unsettled) || performance.now() > deadlineMs) return unsettled;
    await delay(POLL_MS);
  }
}

async function look(db: Database): Promise<Unsettled> {
  const [unsettled] = await db.query<Unsettled>(
    `select (select count(*) from calls where state <> 'ended')::int as "openCalls",
       (select count(*) from call_slots where call_id is not null)::int as "takenSlots",
       (select count(*) from calls where state = 'ended' and analyzed_at is null)::int as "unanalyzed",
       (select count(*) from webhook_deliveries where state = 'pending')::int as "pendingDeliveries"`,
  );
  return unsettled!;
}
