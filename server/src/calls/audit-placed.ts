import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import type { Acting } from '../kernel/principal.ts';

interface Placed {
  call_id: string;
  agent_id: string;
}

/** Calls that people place are in the audit log; those of keys are the traffic of programs. `tx`: that of the call. */
export async function auditPlaced(tx: Queryable, acting: Acting, placed: Placed): Promise<void> {
  if (acting.actor.type !== 'user') return;
  // The number is kept with the call, and goes with it.
  await audit(tx, acting, { action: 'call.placed', target: placed.call_id, after: { agent_id: placed.agent_id } });
}

/** Places a call, in a transaction with what is audited of it. Null: there is none. */
export async function placeAudited<Call extends Placed | null>(
  db: Database,
  acting: Acting,
  place: (tx: Queryable) => Promise<Call>,
): Promise<Call> {
  if (acting.actor.type !== 'user') return place(db);
  return db.transaction(async (tx) => {
    const placed = await place(tx);
    if (placed) await auditPlaced(tx, acting, placed);
    return placed;
  });
}
