import type { CallControlAction } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database, Transaction } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Acting } from '../kernel/principal.ts';
import { noteControl } from './call-events.ts';

/** What a person does with a live call. */
export interface ControlAct {
  action: Exclude<CallControlAction, 'hangup_requested'>;
  text?: string;
}

/** Stores that a call is put on hold, or talks again, and who does it. */
export function recordHold(db: Database, acting: Acting, callId: string, isOnHold: boolean): Promise<void> {
  return recordControl(db, acting, callId, { action: isOnHold ? 'held' : 'resumed' }, (tx) =>
    tx.query("update calls set on_hold = $2 where call_id = $1 and state <> 'ended'", [callId, isOnHold]),
  );
}

/** Stores who does what with a live call, once, however often the database makes it be tried. `also`: with it. */
export async function recordControl(
  db: Database,
  acting: Acting,
  callId: string,
  { action, text }: ControlAct,
  also?: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  const auditId = newId('aud');
  await db.transaction(async (tx) => {
    // The text is kept with the call, and goes with it.
    if (!(await audit(tx, acting, { action: `call.${action}`, target: callId }, auditId))) return;
    await noteControl(tx, acting, callId, { action, ...(text === undefined ? {} : { text }) });
    await also?.(tx);
  });
}
