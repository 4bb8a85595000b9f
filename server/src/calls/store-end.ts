import type { AgentPatch, TranscriptTurn } from '@parley/contract';
import { CALL_OVERRIDES } from '../agents/call-settings.ts';
import type { Queryable } from '../db/index.ts';
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
  select account_id, agent_id, agent_version, ${CALL_OVERRIDES} as overrides, channel, state, answered_at, batch_id,
    case direction when 'outbound' then recipient_phone else from_number end as other_phone,
    simulated, route, ${PRICES_OF_CALL} as prices,
    (select trunk_id from trunk_slots where trunk_slots.call_id = $1 and leg_id is null) as trunk_id,
    exists (select from call_legs where call_legs.call_id = $1) as has_legs,
    ${wantedEvents('calls.account_id')} as wanted,
    exists (select from call_events where call_events.call_id = $1 and turn_no is not null) as has_turns,
    exists (select from call_slots s where s.account_id = calls.account_id and s.retired) as has_retired
  from calls where call_id = $1`;

/** As it is now; it may end by other hands at any time. */
export async function readEnding(db: Queryable, callId: string): Promise<EndingCall | undefined> {
  const rows = await db.query<EndingCall>({ name: 'read-ending-call', text: ENDING_CALL, values: [callId] });
  return rows[0];
}

/** Locked, until the transaction is over. */
export async function lockEnding(tx: Queryable, callId: string): Promise<EndingCall | undefined> {
  const rows = await tx.query<EndingCall>({ name: 'lock-call', text: `${ENDING_CALL} for update`, values: [callId] });
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

/** The final row, its event and the free slot, in one statement. False when the call is not any more as it was read. */
export async function storeEnd(tx: Queryable, callId: string, call: EndingCall, end: CompleteEnding): Promise<boolean> {
  const { media, analysis } = end;
  const answered = call.answered_at !== null;
  const rows = await tx.query<{ has_retired: boolean; slot_no: number | null; retired: boolean | null }>({
    name: 'end-call',
    text: `with before as (
             select call_id from calls
             where call_id = $1 and state = $13 and (answered_at is not null) = $23
               and exists (select from call_legs where call_legs.call_id = $1) = $24 for update),
           noted as (
             insert into call_events (account_id, call_id, type, from_state, to_state, event, detail)
             select $20, $1, type, from_state, to_state, event, detail from (values
               (1, 'call.state', $13, 'ended', 'over',
                 json_build_object('end_reason', $3::text, 'sip_code', $5::int, 'analyzed', $18::json is not null)),
               (2, 'call.analyzed', null, null, null, null))
               as events (no, type, from_state, to_state, event, detail), before
             where no = 1 or $18::json is not null order by no),
           freed as (
             update call_slots set call_id = null, owner = null, lease_until = null from before
             where call_slots.call_id = before.call_id and leg_id is null returning slot_no, retired)
           update calls set state = 'ended', status = $2, end_reason = $3, ended_by = $4,
             ended_at = greatest(least($14::timestamptz, clock_timestamp()), answered_at, created_at),
             sip_code = $5, answered_by = $6, transcript = $7, outcome_hint = $8, warnings = $9, latency = $10,
             media_stats = $11, recording = $12, responses_ms = $19, usage = $21, cost = $22, summary = $15, sentiment = $16, outcome = $17, analysis = $18,
             analyzed_at = case when $18::json is not null then clock_timestamp() end
           from before where calls.call_id = before.call_id
           returning (select slot_no from freed) as slot_no, (select retired from freed) as retired,
             exists (select from call_slots s where s.account_id = calls.account_id and s.retired) as has_retired`,
    values: [
      callId,
      end.status,
      end.endReason,
      end.endedBy,
      // The INVITE of an answered call was answered 200.
      end.sipCode ?? (answered && call.channel === 'phone' ? 200 : null),
      answered ? (media?.answeredBy ?? 'unknown') : null,
      JSON.stringify(end.transcript),
      end.outcomeHint,
      JSON.stringify(end.warnings),
      JSON.stringify(latencyOf(media)),
      JSON.stringify(media?.stats ?? null),
      end.recording,
      call.state,
      end.endedAt ?? null,
      analysis?.summary ?? null,
      analysis?.sentiment ?? null,
      analysis?.outcome ?? null,
      analysis ? JSON.stringify({ method: analysis.method, warnings: analysis.warnings, data: analysis.data }) : null,
      media?.responseMs.map(Math.round) ?? null,
      call.account_id,
      JSON.stringify(end.usage),
      JSON.stringify(costOf(end.usage, priceTable(call.prices))),
      answered,
      call.has_legs,
    ],
  });
  if (!rows[0]) return false;
  const { slot_no: slotNo, retired, has_retired: hasRetired } = rows[0];
  if (slotNo === null) return true;
  if (hasRetired) await removeSlot(tx, call.account_id, slotNo, retired === true);
  tx.notify('dispatch', 'slot');
  return true;
}
