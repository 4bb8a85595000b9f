import type { CallControlAction } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import type { Acting } from '../kernel/principal.ts';

export const EVENTS_CHANNEL = 'call_events';

/** `call_events` of this account has a new row: its followers read again. */
export function hintEvents(tx: Queryable, accountId: string): void {
  tx.notify(EVENTS_CHANNEL, accountId);
}

/** What a person does with a live call. In the transaction in which it is audited. */
export async function noteControl(
  tx: Queryable,
  { accountId, actor }: Acting,
  callId: string,
  { action, text = null }: { action: CallControlAction; text?: string | null },
): Promise<void> {
  await tx.query({
    name: 'note-control',
    text: "insert into call_events (account_id, call_id, type, detail) values ($1, $2, 'call.control', $3)",
    values: [accountId, callId, JSON.stringify({ action, by: { type: actor.type, id: actor.id }, text })],
  });
  hintEvents(tx, accountId);
}

/** The batch itself has changed; the moves of its calls tell its progress without this. */
export async function noteBatch(tx: Queryable, accountId: string, batchId: string): Promise<void> {
  await tx.query({
    name: 'note-batch',
    text: "insert into call_events (account_id, batch_id, type) values ($1, $2, 'batch.progress')",
    values: [accountId, batchId],
  });
  hintEvents(tx, accountId);
}
