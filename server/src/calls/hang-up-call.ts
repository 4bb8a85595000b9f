import { audit } from '../audit/audit.ts';
import type { Database } from '../db/index.ts';
import type { Acting } from '../kernel/principal.ts';
import { noteControl } from './call-events.ts';
import { finishCallIn } from './finish-call.ts';
import type { FinishDependencies } from './finish-dependencies.ts';
import type { CallState } from './state.ts';

/**
 * Ends a call from outside, wherever it is: one that still waits is ended here. Of another one it is stored that it shall
 * end, and the node that carries it is notified; it reads what is stored at each renewal, should it miss the
 * notification. False when the account has no such call. Ending an ended call changes nothing.
 */
export async function hangUpCall(
  db: Database,
  dependencies: FinishDependencies,
  acting: Acting,
  callId: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rows = await tx.query<{ state: CallState; requested: boolean }>(
      `select state, hangup_requested_at is not null as requested from calls
       where account_id = $1 and call_id = $2 for update`,
      [acting.accountId, callId],
    );
    if (!rows[0]) return false;
    const { state, requested } = rows[0];
    if (state !== 'ended' && !requested) {
      await audit(tx, acting, { action: 'call.hangup_requested', target: callId });
      await noteControl(tx, acting, callId, { action: 'hangup_requested' });
    }
    if (state === 'queued') {
      const ending = { endReason: 'canceled', endedBy: 'system', sipCode: null, media: null } as const;
      await finishCallIn(tx, dependencies, callId, ending);
    } else if (state !== 'ended') {
      await tx.query(
        'update calls set hangup_requested_at = coalesce(hangup_requested_at, clock_timestamp()) where call_id = $1',
        [callId],
      );
      tx.notify('call_hangup', callId);
    }
    return true;
  });
}

/** Those of the calls that shall end. */
export async function requestedHangups(db: Pick<Database, 'query'>, callIds: string[]): Promise<string[]> {
  const rows = await db.query<{ call_id: string }>({
    name: 'requested-hangups',
    text: 'select call_id from calls where call_id = any($1) and hangup_requested_at is not null',
    values: [callIds],
  });
  return rows.map((row) => row.call_id);
}
