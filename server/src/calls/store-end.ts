import type { AgentPatch, TranscriptTurn } from '@parley/contract';
import { CALL_OVERRIDES } from '../agents/call-settings.ts';
import type { Queryable } from '../db/index.ts';
import { storableJsonText } from '../kernel/storable-text.ts';
import type { VendorUsage } from '../kernel/vendor-usage.ts';
import { costOf } from '../prices/cost.ts';
import { type OwnPrices, priceTable } from '../prices/price-table.ts';
import { PRICES_OF_CALL } from '../prices/prices.ts';
import { wantedEvents } from '../webhooks/publish.ts';
import type { StoredAnalysis } from './analyze-call.ts';
import type { CallEnding } from './call-ending.ts';
import { removeSlot } from './call-slots.ts';
import { latencyOf } from './latency.ts';
import type { CallState } from './state.ts';

/** What its end needs of a call. */
export interface EndingCall {
  call_id: string;
  account_id: string;
  agent_id: string;
  agent_version: number;
  overrides: AgentPatch | null;
  channel: 'phone' | 'browser';
  state: CallState;
  answered_at: Date | null;
  batch_id: string | null;
  /** Whom the agent talked with; null when the caller's number was withheld. */
  other_phone: string | null;
  simulated: boolean;
  route: string | null;
  /** The trunk that it holds a slot of. */
  trunk_id: string | null;
  /** It has had further legs. */
  has_legs: boolean;
  prices: OwnPrices | null;
  wanted: string[];
  /** Turns were saved while it lived. */
  has_turns: boolean;
  /** The account has slots that go when they are free. */
  has_retired: boolean;
}

const ENDING_CALL = `
  select call_id, account_id, agent_id, agent_version, ${CALL_OVERRIDES} as overrides, channel, state, answered_at, batch_id,
    case direction when 'outbound' then recipient_phone else from_number end as other_phone,
    simulated, route, ${PRICES_OF_CALL} as prices,
    (select trunk_id from trunk_slots where trunk_slots.call_id = calls.call_id and leg_id is null) as trunk_id,
    exists (select from call_legs where call_legs.call_id = calls.call_id) as has_legs,
    ${wantedEvents('calls.account_id')} as wanted,
    exists (select from call_events where call_events.call_id = calls.call_id and turn_no is not null) as has_turns,
    exists (select from call_slots s where s.account_id = calls.account_id and s.retired) as has_retired
  from calls`;

/** As they are now; each may end by other hands at any time. */
export async function readEndings(db: Queryable, callIds: readonly string[]): Promise<Map<string, EndingCall>> {
  const rows = await db.query<EndingCall>({
    name: 'read-ending-calls',
    text: `${ENDING_CALL} where call_id = any($1)`,
    values: [callIds],
  });
  return new Map(rows.map((row) => [row.call_id, row]));
}

/** Locked, until the transaction is over. */
export async function lockEnding(tx: Queryable, callId: string): Promise<EndingCall | undefined> {
  const rows = await tx.query<EndingCall>({
    name: 'lock-call',
    text: `${ENDING_CALL} where call_id = $1 for update of calls`,
    values: [callId],
  });
  return rows[0];
}

/** An end with what follows from it. */
export interface CompleteEnding extends CallEnding {
  status: 'completed' | 'failed';
  transcript: TranscriptTurn[];
  recording: string | null;
  analysis: StoredAnalysis | null;
  outcomeHint: string | null;
  warnings: string[];
  usage: VendorUsage[];
}

/** A call as it was read, and how it ends. */
export interface EndToStore {
  call: EndingCall;
  end: CompleteEnding;
}

/** The columns of `calls` and of `call_events` that an end writes, and what the call has to be like for it. */
const GIVEN = `json_to_recordset($1::json) as given (
  call_id text, account_id text, state text, answered boolean, has_legs boolean, status text, end_reason text,
  ended_by text, ended_at timestamptz, sip_code int, answered_by text, transcript json, outcome_hint text, warnings json,
  latency json, media_stats json, recording text, responses_ms int[], usage json, cost json, summary text,
  sentiment text, outcome text, analysis json)`;

/** The calls that are still as they were read, locked. */
const BEFORE = `
  select given.* from ${GIVEN} join calls using (call_id)
  where calls.state = given.state and (calls.answered_at is not null) = given.answered
    and exists (select from call_legs where call_legs.call_id = calls.call_id) = given.has_legs
  for update of calls`;

/**
 * The same without those that another transaction has locked, or whose slot is locked: a statement that waits for no lock
 * cannot deadlock, however many rows it locks.
 */
const BEFORE_FREE = `
  select given.* from ${GIVEN} join calls using (call_id) join call_slots s on s.call_id = calls.call_id and s.leg_id is null
  where calls.state = given.state and (calls.answered_at is not null) = given.answered
    and exists (select from call_legs where call_legs.call_id = calls.call_id) = given.has_legs
  for update of calls, s skip locked`;

/** Final rows, their events and the free slots, in one statement. */
const endCalls = (before: string) => `
  with before as materialized (${before}),
  noted as (
    insert into call_events (account_id, call_id, type, from_state, to_state, event, detail)
    select account_id, call_id, type, from_state, to_state, event, detail
    from before cross join lateral (values
      (1, 'call.state', before.state, 'ended', 'over', json_build_object(
        'end_reason', before.end_reason, 'sip_code', before.sip_code, 'analyzed', before.analysis is not null)),
      (2, 'call.analyzed', null, null, null, null)) as events (no, type, from_state, to_state, event, detail)
    where no = 1 or before.analysis is not null order by no),
  freed as (
    update call_slots set call_id = null, owner = null, lease_until = null from before
    where call_slots.call_id = before.call_id and leg_id is null
    returning before.call_id, slot_no, retired),
  ended as (
    update calls set state = 'ended', status = before.status, end_reason = before.end_reason, ended_by = before.ended_by,
      ended_at = greatest(least(before.ended_at, clock_timestamp()), calls.answered_at, calls.created_at),
      sip_code = before.sip_code, answered_by = before.answered_by, transcript = before.transcript,
      outcome_hint = before.outcome_hint, warnings = before.warnings, latency = coalesce(before.latency, 'null'),
      media_stats = coalesce(before.media_stats, 'null'), recording = before.recording,
      responses_ms = before.responses_ms, usage = before.usage, cost = before.cost,
      summary = before.summary, sentiment = before.sentiment, outcome = before.outcome, analysis = before.analysis,
      analyzed_at = case when before.analysis is not null then clock_timestamp() end
    from before where calls.call_id = before.call_id
    returning calls.call_id, calls.account_id)
  select ended.call_id, ended.account_id, slot_no, retired,
    exists (select from call_slots s where s.account_id = ended.account_id and s.retired) as has_retired
  from ended left join freed using (call_id)`;

const END_CALL = { name: 'end-call', text: endCalls(BEFORE) };
const END_FREE_CALLS = { name: 'end-free-calls', text: endCalls(BEFORE_FREE) };

/** False when the call is not any more as it was read. */
export async function storeEnd(tx: Queryable, call: EndingCall, end: CompleteEnding): Promise<boolean> {
  return (await storeAll(tx, END_CALL, [{ call, end }])).size > 0;
}

/**
 * Ends of several calls that are live. The identifiers of those that ended: not of those that are not any more as they were
 * read, nor of those that another transaction has locked.
 */
export function storeFreeEnds(db: Queryable, ends: readonly EndToStore[]): Promise<Set<string>> {
  return storeAll(db, END_FREE_CALLS, ends);
}

async function storeAll(
  db: Queryable,
  statement: { name: string; text: string },
  ends: readonly EndToStore[],
): Promise<Set<string>> {
  const rows = await db.query<EndedSlot>({ ...statement, values: [storableJsonText(ends.map(given))] });
  for (const { account_id, slot_no, retired, has_retired } of rows) {
    if (slot_no === null) continue;
    if (has_retired) await removeSlot(db, account_id, slot_no, retired === true);
    db.notify('dispatch', 'slot');
  }
  return new Set(rows.map(({ call_id }) => call_id));
}

interface EndedSlot {
  call_id: string;
  account_id: string;
  /** Null: it held none. */
  slot_no: number | null;
  retired: boolean | null;
  has_retired: boolean;
}

/** As `GIVEN` reads it. */
function given({ call, end }: EndToStore): object {
  const { media, analysis } = end;
  const answered = call.answered_at !== null;
  return {
    call_id: call.call_id,
    account_id: call.account_id,
    state: call.state,
    answered,
    has_legs: call.has_legs,
    status: end.status,
    end_reason: end.endReason,
    ended_by: end.endedBy,
    ended_at: end.endedAt ?? null,
    // The INVITE of an answered call was answered 200.
    sip_code: end.sipCode ?? (answered && call.channel === 'phone' ? 200 : null),
    answered_by: answered ? (media?.answeredBy ?? 'unknown') : null,
    transcript: end.transcript,
    outcome_hint: end.outcomeHint,
    warnings: end.warnings,
    latency: latencyOf(media),
    media_stats: media?.stats ?? null,
    recording: end.recording,
    responses_ms: media?.responseMs.map(Math.round) ?? null,
    usage: end.usage,
    cost: costOf(end.usage, priceTable(call.prices)),
    summary: analysis?.summary ?? null,
    sentiment: analysis?.sentiment ?? null,
    outcome: analysis?.outcome ?? null,
    analysis: analysis && { method: analysis.method, warnings: analysis.warnings, data: analysis.data },
  };
}
