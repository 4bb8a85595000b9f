import type { AgentPatch, CallerIdentity, EndReason, Variables, WebhookEventType } from '@parley/contract';
import { CALL_OVERRIDES } from '../agents/call-settings.ts';
import type { FallbackRoute, LegToken } from '../carriers/carrier.ts';
import type { Queryable, Transaction } from '../db/index.ts';
import { storableJsonText } from '../kernel/storable-text.ts';
import { providersStamp } from '../providers/provider-rows.ts';
import { wantedEvents } from '../webhooks/publish.ts';
import { hintEvents } from './call-events.ts';
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
  /** What is different from the agent's version; null: nothing. */
  overrides: AgentPatch | null;
  /** The name of the carrier; null for a call that came in. */
  route: string | null;
  /** No real person can be at the other end. */
  simulated: boolean;
  /** The number shown to the other side instead of `from_number`. */
  caller_id: string | null;
  /** Where it goes when its route cannot take it, in this order; null: nowhere. */
  fallback_routes: readonly FallbackRoute[] | null;
  batch_id: string | null;
  due_at: Date;
  hangup_requested_at: Date | null;
  state: CallState;
  answered_at: Date | null;
  end_reason: EndReason | null;
  /** Another one when the account's providers are others; null: it has none of its own. */
  providers_stamp: string | null;
}

export const LIVE_CALL_COLUMNS = `call_id, account_id, agent_id, agent_version, direction, recipient_phone, from_number,
  variables, max_duration_s, ring_timeout_s, ${CALL_OVERRIDES} as overrides, route, simulated, caller_id, fallback_routes, batch_id, due_at, hangup_requested_at, state, answered_at, end_reason,
  ${providersStamp('calls.account_id')} as providers_stamp`;

/** Another owner moved the call on: this writer's picture of it is stale, and it must stop. */
export class StaleCallError extends Error {
  override readonly name = 'StaleCallError';

  constructor(callId: string, event: CallEvent, state: CallState) {
    super(`call ${callId} is ${state}; ${event} cannot come here`);
  }
}

/** All who watch calls live (the command line, a page) hear of it; a hint, never the truth. */
export function announce(tx: Queryable, callId: string, message: object): void {
  const text = JSON.stringify({ call_id: callId, ...message });
  // PostgreSQL refuses a notification of 8000 bytes or more.
  if (Buffer.byteLength(text) < 7900) tx.notify('call_live', text);
}

interface StepDetail {
  token?: LegToken;
  sipCode?: number;
  answeredAt?: Date;
}

type StoredEvent = Exclude<CallEvent, 'dispatched' | 'over'>;

const states = Object.keys(callStates) as CallState[];

/** The states that an event moves on from, and the one that it moves to: the table, read by its columns. */
function transitionOf(event: StoredEvent): { from: CallState[]; to: CallState } {
  const from = states.filter((state) => states.includes(callStates[state][event] as CallState));
  return { from, to: callStates[from[0]!][event] as CallState };
}

/**
 * Moves a call on by the state table, in one statement: the row is locked, compared and set, and the event is written
 * beside it. True when it moved; false when the event says nothing new. Doing it twice does nothing.
 */
export async function advance(
  tx: Transaction | Queryable,
  callId: string,
  event: StoredEvent,
  detail: StepDetail = {},
): Promise<boolean> {
  return (await step(tx, callId, event, detail, null)) === 'moved';
}

/** One call of several that the same happened to. */
export interface CallStep extends StepDetail {
  callId: string;
}

export type StepOutcome = 'moved' | 'known' | 'wanted';

/**
 * The same for several calls in one statement, unless some webhook wants to hear of it, which has to be stored in one
 * transaction with the step: then nothing happens to that call, and it is `wanted`. Null: another transaction has locked it,
 * and nothing has happened; an error: the event cannot come here.
 */
export async function advanceFree(
  db: Queryable,
  event: StoredEvent,
  steps: readonly CallStep[],
  type: WebhookEventType,
): Promise<(StepOutcome | Error | null)[]> {
  const rows = await storeSteps(db, ADVANCE_FREE_CALLS, event, steps, type);
  const byId = new Map(rows.map((row) => [row.call_id, row]));
  return steps.map(({ callId }) => {
    const row = byId.get(callId);
    return row === undefined ? null : outcomeOf(db, event, row);
  });
}

/** The same for one call, which it waits for. */
export function advanceUnlessWanted(
  db: Queryable,
  { callId, ...detail }: CallStep,
  event: StoredEvent,
  type: WebhookEventType,
): Promise<StepOutcome> {
  return step(db, callId, event, detail, type);
}

async function step(
  tx: Queryable,
  callId: string,
  event: StoredEvent,
  detail: StepDetail,
  unlessWanted: WebhookEventType | null,
): Promise<StepOutcome> {
  const [row] = await storeSteps(tx, ADVANCE_CALL, event, [{ callId, ...detail }], unlessWanted);
  if (row === undefined) throw new Error(`call ${callId} does not exist`);
  const outcome = outcomeOf(tx, event, row);
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

const advanceCalls = (lock: 'for update of calls' | 'for update of calls skip locked') => `
  with before as materialized (
    select calls.call_id, account_id, state, given.dialog as new_dialog, given.answered_at as new_answered_at, given.detail,
      $6::text is not null and $6 = any(${wantedEvents('calls.account_id')}) as wanted
    from json_to_recordset($1::json) as given (call_id text, dialog json, answered_at timestamptz, detail json)
      join calls using (call_id)
    ${lock}),
  moved as (
    update calls set state = $2, status = $3, dialog = coalesce(before.new_dialog, dialog),
      answered_at = coalesce(answered_at, case when before.new_answered_at is not null
        then greatest(created_at, least(before.new_answered_at, clock_timestamp())) end)
    from before where calls.call_id = before.call_id and before.state = any($4) and not before.wanted
    returning calls.call_id, before.account_id, before.state as from_state, before.detail),
  noted as (
    insert into call_events (account_id, call_id, from_state, to_state, event, detail)
    select account_id, call_id, from_state, $2, $5, detail from moved)
  select call_id, state, account_id, wanted, exists (select from moved where moved.call_id = before.call_id) as moved
  from before`;

const ADVANCE_CALL = { name: 'advance-call', text: advanceCalls('for update of calls') };
const ADVANCE_FREE_CALLS = { name: 'advance-free-calls', text: advanceCalls('for update of calls skip locked') };

interface StepRow {
  call_id: string;
  /** Before the step. */
  state: CallState;
  account_id: string;
  moved: boolean;
  wanted: boolean;
}

function storeSteps(
  db: Queryable,
  statement: { name: string; text: string },
  event: StoredEvent,
  steps: readonly CallStep[],
  unlessWanted: WebhookEventType | null,
): Promise<StepRow[]> {
  const { from, to } = transitionOf(event);
  const given = steps.map(({ callId, token, answeredAt, sipCode }) => ({
    call_id: callId,
    dialog: token,
    answered_at: answeredAt,
    detail: sipCode === undefined ? undefined : { sip_code: sipCode },
  }));
  const values = [storableJsonText(given), to, statusOf(to, false, null), from, event, unlessWanted];
  return db.query<StepRow>({ ...statement, values });
}

/** The outcome of a step, published to the followers of the call. */
function outcomeOf(db: Queryable, event: StoredEvent, row: StepRow): StepOutcome | StaleCallError {
  if (row.wanted && !row.moved) return 'wanted';
  if (!row.moved) {
    const isStale = callStates[row.state][event] === 'illegal';
    return isStale ? new StaleCallError(row.call_id, event, row.state) : 'known';
  }
  announce(db, row.call_id, { type: 'state', state: transitionOf(event).to });
  hintEvents(db, row.account_id);
  return 'moved';
}

/** Variables that became known while the call lives. Twice is as once. */
export async function storeVariables(db: Queryable, callId: string, found: Variables): Promise<void> {
  await db.query(
    "update calls set variables = (variables::jsonb || $2::jsonb)::json where call_id = $1 and state <> 'ended'",
    [callId, JSON.stringify(found)],
  );
}

/** What became known of the caller, also when the call is over; what was deleted meanwhile stays so. */
export async function storeIdentity(db: Queryable, callId: string, identity: CallerIdentity): Promise<void> {
  await db.query('update calls set caller_identity = $2 where call_id = $1 and caller_identity is not null', [
    callId,
    JSON.stringify(identity),
  ]);
}

export async function storeToken(db: Queryable, callId: string, token: LegToken): Promise<void> {
  await db.query("update calls set dialog = $2 where call_id = $1 and state <> 'ended'", [
    callId,
    JSON.stringify(token),
  ]);
}

/** Whom the other side was connected with last. False when that is stored already. */
export async function storeTransferred(tx: Queryable, callId: string, to: string): Promise<boolean> {
  const rows = await tx.query(
    "update calls set transferred_to = $2 where call_id = $1 and transferred_to is distinct from $2 and state <> 'ended' returning 1",
    [callId, to],
  );
  return rows.length > 0;
}
