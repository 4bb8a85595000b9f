import type { TranscriptTurn } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { hintEvents } from './call-events.ts';
import { announce, type LiveCall } from './call-record.ts';

/**
 * Saves a turn while the call lives, so that what was said is followed live and outlives the process that heard it.
 * `number` counts the turns of a call: a turn that is saved twice is saved once.
 */
export async function saveTurn(
  db: Queryable,
  { call_id: callId, account_id: accountId }: Pick<LiveCall, 'call_id' | 'account_id'>,
  number: number,
  turn: TranscriptTurn,
): Promise<void> {
  await db.query({
    name: 'save-turn',
    // The lock waits for a transaction that ends the call just now: nothing is kept of a call that is over.
    text: `insert into call_events (account_id, call_id, type, turn_no, detail)
           select account_id, call_id, 'call.turn', $2, $3 from calls where call_id = $1 and state <> 'ended' for key share
           on conflict (call_id, turn_no) where turn_no is not null do nothing`,
    values: [callId, number, JSON.stringify(turn)],
  });
  announce(db, callId, { type: 'turn', turn });
  hintEvents(db, accountId);
}

/** A tool that is used, before its result is there. Saved twice it is saved once. */
export async function saveToolStart(
  db: Queryable,
  { call_id: callId, account_id: accountId }: Pick<LiveCall, 'call_id' | 'account_id'>,
  started: { tool: { name: string; arguments: Record<string, unknown> }; start: number },
): Promise<void> {
  await db.query({
    name: 'save-tool-start',
    text: `insert into call_events (account_id, call_id, type, detail)
           select account_id, call_id, 'call.tool', $2::text::json from calls where call_id = $1 and state <> 'ended'
             and not exists (select from call_events e where e.call_id = $1 and e.type = 'call.tool' and e.detail::text = $2::text)
           for key share`,
    values: [callId, JSON.stringify(started)],
  });
  announce(db, callId, { type: 'tool', ...started });
  hintEvents(db, accountId);
}

/** What was saved of a call, in the order of speaking. */
export async function savedTurns(tx: Queryable, callId: string): Promise<TranscriptTurn[]> {
  const rows = await tx.query<{ turn: TranscriptTurn }>({
    name: 'saved-turns',
    text: 'select detail as turn from call_events where call_id = $1 and turn_no is not null',
    values: [callId],
  });
  return rows.map(({ turn }) => turn).sort((a, b) => a.start - b.start || a.end - b.end);
}
