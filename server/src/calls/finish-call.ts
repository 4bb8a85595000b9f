import type { AgentPatch, EndReason } from '@parley/contract';
import { CALL_OVERRIDES } from '../agents/call-settings.ts';
import { audit } from '../audit/audit.ts';
import { suppress } from '../compliance/suppressions.ts';
import type { Database, Queryable } from '../db/index.ts';
import { systemOf } from '../kernel/principal.ts';
import { storable } from '../kernel/storable-text.ts';
import type { VendorUsage } from '../kernel/vendor-usage.ts';
import type { MediaResult } from '../media/media.ts';
import { costOf } from '../prices/cost.ts';
import { type OwnPrices, priceTable } from '../prices/price-table.ts';
import { PRICES_OF_CALL } from '../prices/prices.ts';
import { deleteRecording } from '../recordings/delete-recording.ts';
import { freeTrunkSlot } from '../trunks/trunk-slots.ts';
import { wantedEvents } from '../webhooks/publish.ts';
import { analyzeInFinish, type StoredAnalysis, tellAnalyzed } from './analyze-call.ts';
import { moveInBatch } from './batch-progress.ts';
import { hintEvents } from './call-events.ts';
import { endLegs } from './call-legs.ts';
import { announce } from './call-record.ts';
import { removeSlot } from './call-slots.ts';
import type { EndedCall, FinishDependencies } from './finish-dependencies.ts';
import { keepRecording } from './keep-recording.ts';
import { latencyOf } from './latency.ts';
import { savedTurns } from './spoken-turns.ts';
import { type CallState, statusOf } from './state.ts';
import { telephonyUsage } from './telephony-usage.ts';

export interface CallEnding {
  endReason: EndReason;
  endedBy: 'agent' | 'user' | 'system';
  sipCode: number | null;
  /** What the sound left behind; null when it never began, or was lost with its process, which leaves the saved turns. */
  media: MediaResult | null;
  /** When it was over; left out: now. */
  endedAt?: Date;
  /** What nobody who reads the call could know otherwise, in words. */
  warning?: string | undefined;
  /** A recording that outlived its process. */
  recording?: string | null;
}

/** By the words of the person, or by the verdict of the model that ended the call. */
function hasOptedOut({ endReason, media }: CallEnding): boolean {
  return endReason === 'opted_out' || media?.outcomeHint?.toLowerCase() === 'opted_out';
}

/**
 * Ends a call in one transaction: final state, slot free again, analysis made or queued. Idempotent: false when the call
 * was over already. The row is locked first, so that two enders cannot both believe they were it.
 */
export async function finishCall(
  db: Database,
  dependencies: FinishDependencies,
  callId: string,
  ending: CallEnding,
): Promise<boolean> {
  return db.transaction((tx) => finishCallIn(tx, dependencies, callId, ending));
}

interface LockedCall {
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
}

export async function finishCallIn(
  tx: Queryable,
  dependencies: FinishDependencies,
  callId: string,
  ending: CallEnding,
): Promise<boolean> {
  const rows = await tx.query<LockedCall>({
    name: 'lock-call',
    text: `select account_id, agent_id, agent_version, ${CALL_OVERRIDES} as overrides, channel, state, answered_at, batch_id,
             case direction when 'outbound' then recipient_phone else from_number end as other_phone,
             simulated, route, ${PRICES_OF_CALL} as prices,
             (select trunk_id from trunk_slots where trunk_slots.call_id = $1 and leg_id is null) as trunk_id,
             exists (select from call_legs where call_legs.call_id = $1) as has_legs,
             ${wantedEvents('calls.account_id')} as wanted
           from calls where call_id = $1 for update`,
    values: [callId],
  });
  const call = rows[0];
  if (!call) return false;
  const { media } = ending;
  const recording = media?.recording ?? ending.recording ?? null;
  if (call.state === 'ended') {
    if (recording !== null) await keepLate(tx, dependencies, callId, recording);
    return false;
  }
  const answered = call.answered_at !== null;
  const status = statusOf('ended', answered, ending.endReason) === 'completed' ? 'completed' : 'failed';
  const isTold = media !== null && media.turns.length > 0;
  const transcript = isTold ? media.turns : answered ? await savedTurns(tx, callId) : [];
  const ended: EndedCall = {
    callId,
    accountId: call.account_id,
    agentId: call.agent_id,
    agentVersion: call.agent_version,
    overrides: call.overrides,
    status,
  };
  const { endReason, endedBy } = ending;
  const outcomeHint = media?.outcomeHint ? storable(media.outcomeHint) : null;
  const warnings = [...(ending.warning === undefined ? [] : [ending.warning]), ...(media?.warnings ?? [])];
  const talk = { endReason, endedBy, answered, transcript, outcomeHint, warnings };
  const analysis = await analyzeInFinish(tx, dependencies, ended, talk);
  const endedAt = ending.endedAt ?? new Date();
  const ofLegs = call.has_legs ? await endLegs(tx, callId, endedAt) : [];
  const usage = [...(media?.usage ?? []), ...telephonyUsage(call, endedAt), ...ofLegs];
  await storeEnd(tx, callId, call, {
    usage,
    ...ending,
    status,
    transcript,
    recording,
    analysis,
    outcomeHint,
    warnings,
  });
  if (call.trunk_id !== null) await freeTrunkSlot(tx, { callId });
  if (answered && call.other_phone !== null && hasOptedOut(ending)) {
    const asked = { accountId: call.account_id, phone: call.other_phone, callId };
    await suppressAsked(tx, asked);
  }
  if (call.batch_id !== null) {
    await moveInBatch(tx, dependencies.jobs, call.batch_id, call.state === 'queued' ? 'queued' : 'in_progress', status);
  }
  announce(tx, callId, { type: 'state', state: 'ended', end_reason: endReason });
  hintEvents(tx, call.account_id);
  if (!analysis) await dependencies.jobs.enqueue(tx, 'call.analyze', { callId }, { group: call.account_id });
  else await tellAnalyzed(tx, dependencies, ended, analysis, call.wanted);
  return true;
}

/** The row in the audit log has no number: erasing the person would not reach it there. */
async function suppressAsked(tx: Queryable, asked: { accountId: string; phone: string; callId: string }) {
  const reason = 'Asked during a call not to be called again.';
  const { suppression, added } = await suppress(tx, { ...asked, source: 'call', reason });
  if (!added) return;
  const { phone_number: _number, ...after } = suppression;
  const target = suppression.suppression_id;
  await audit(tx, systemOf(asked.accountId), { action: 'suppression.created', target, after });
}

async function keepLate(
  tx: Queryable,
  { recordingsDir }: FinishDependencies,
  callId: string,
  recording: string,
): Promise<void> {
  const isKept = await keepRecording(tx, callId, recording);
  if (!isKept && recordingsDir !== undefined) await deleteRecording(recordingsDir, recording);
}

/** The final row, its event and the free slot, in one statement. */
async function storeEnd(
  tx: Queryable,
  callId: string,
  call: LockedCall,
  end: CallEnding & {
    status: string;
    transcript: unknown[];
    recording: string | null;
    analysis: StoredAnalysis | null;
    outcomeHint: string | null;
    warnings: string[];
    usage: VendorUsage[];
  },
): Promise<void> {
  const { media, analysis } = end;
  const answered = call.answered_at !== null;
  const rows = await tx.query<{ has_retired: boolean; slot_no: number | null; retired: boolean | null }>({
    name: 'end-call',
    text: `with noted as (
             insert into call_events (account_id, call_id, type, from_state, to_state, event, detail)
             select $20, $1, type, from_state, to_state, event, detail from (values
               (1, 'call.state', $13, 'ended', 'over',
                 json_build_object('end_reason', $3::text, 'sip_code', $5::int, 'analyzed', $18::json is not null)),
               (2, 'call.analyzed', null, null, null, null))
               as events (no, type, from_state, to_state, event, detail)
             where no = 1 or $18::json is not null order by no),
           freed as (
             update call_slots set call_id = null, owner = null, lease_until = null where call_id = $1 and leg_id is null
             returning slot_no, retired)
           update calls set state = 'ended', status = $2, end_reason = $3, ended_by = $4,
             ended_at = greatest(least($14::timestamptz, clock_timestamp()), answered_at, created_at),
             sip_code = $5, answered_by = $6, transcript = $7, outcome_hint = $8, warnings = $9, latency = $10,
             media_stats = $11, recording = $12, responses_ms = $19, usage = $21, cost = $22, summary = $15, sentiment = $16, outcome = $17, analysis = $18,
             analyzed_at = case when $18::json is not null then clock_timestamp() end
           where call_id = $1
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
    ],
  });
  const { slot_no: slotNo, retired, has_retired: hasRetired } = rows[0]!;
  if (slotNo === null) return;
  if (hasRetired) await removeSlot(tx, call.account_id, slotNo, retired === true);
  tx.notify('dispatch', 'slot');
}
