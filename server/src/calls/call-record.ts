import type { EndReason, Variables } from '@parley/contract';
import type { LegToken } from '../carriers/carrier.ts';
import type { Queryable, Transaction } from '../db/index.ts';
import { type CallEvent, type CallState, callStates, statusOf } from './state.ts';

/** A call as its owner needs it while it lives. */
export interface LiveCall {
  call_id: string;
  account_id: string;
  agent_id: string;
  agent_version: number;
  direction: 'outbound' | 'inbound';
  recipient_phone: string;
  from_number: string | null;
  variables: Variables;
  max_duration_s: number;
  ring_timeout_s: number;
  state: CallState;
  answered_at: Date | null;
  end_reason: EndReason | null;
}

export const LIVE_CALL_COLUMNS = `call_id, account_id, agent_id, agent_version, direction, recipient_phone, from_number,
  variables, max_duration_s, ring_timeout_s, state, answered_at, end_reason`;

/** Somebody else moved the call on: this writer's picture of it is stale, and it must stop. */
export class StaleCallError extends Error {
  override readonly name = 'StaleCallError';

  constructor(callId: string, event: CallEvent, state: CallState) {
    super(`call ${callId} is ${state}; ${event} cannot come here`);
  }
}

/** Everybody who watches calls live (the command line, a page) hears of it; a hint, never the truth. */
export async function announce(tx: Queryable, callId: string, message: object): Promise<void> {
  const text = JSON.stringify({ call_id: callId, ...message });
  // PostgreSQL refuses a notification of 8000 bytes or more.
  if (Buffer.byteLength(text) < 7900) await tx.query("select pg_notify('call_live', $1)", [text]);
}

/**
 * Moves a call on by the state table, in the caller's transaction: the row is locked, compared and set, and the event
 * is written beside it. Answers the state that the call now has.
 */
export async function advance(
  tx: Transaction,
  callId: string,
  event: Exclude<CallEvent, 'over'>,
  detail: { token?: LegToken; sipCode?: number } = {},
): Promise<CallState> {
  const rows = await tx.query<{ state: CallState; answered_at: Date | null }>(
    'select state, answered_at from calls where call_id = $1 for update',
    [callId],
  );
  const from = rows[0]?.state;
  if (from === undefined) throw new Error(`call ${callId} does not exist`);
  const to = callStates[from][event];
  if (to === 'illegal') throw new StaleCallError(callId, event, from);
  if (to === 'stay') return from;
  const answered = rows[0]!.answered_at !== null || to === 'talking';
  await tx.query(
    `update calls set state = $2, status = $3, answered_at = case when $4 then coalesce(answered_at, clock_timestamp()) end,
       dialog = coalesce($5, dialog) where call_id = $1`,
    [callId, to, statusOf(to, answered, null), answered, detail.token ? JSON.stringify(detail.token) : null],
  );
  await tx.query('insert into call_events (call_id, from_state, to_state, event, detail) values ($1, $2, $3, $4, $5)', [
    callId,
    from,
    to,
    event,
    detail.sipCode === undefined ? null : JSON.stringify({ sip_code: detail.sipCode }),
  ]);
  await announce(tx, callId, { type: 'state', state: to });
  return to;
}

export async function storeToken(db: Queryable, callId: string, token: LegToken): Promise<void> {
  await db.query("update calls set dialog = $2 where call_id = $1 and state <> 'ended'", [
    callId,
    JSON.stringify(token),
  ]);
}
