import type { Database } from '../db/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { finishCallIn } from './finish-call.ts';
import type { CallState } from './state.ts';

/**
 * Ends a call from outside, wherever it is: one that still waits is ended here, the others by the node that carries
 * them. False when the account has no such call. Ending an ended call changes nothing.
 */
export async function hangUpCall(db: Database, jobs: Jobs, accountId: string, callId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rows = await tx.query<{ state: CallState }>(
      'select state from calls where account_id = $1 and call_id = $2 for update',
      [accountId, callId],
    );
    const state = rows[0]?.state;
    if (state === undefined) return false;
    if (state === 'queued') {
      await finishCallIn(tx, jobs, callId, { endReason: 'canceled', endedBy: 'system', sipCode: null, media: null });
    } else if (state !== 'ended') {
      await tx.query("select pg_notify('call_hangup', $1)", [callId]);
    }
    return true;
  });
}
