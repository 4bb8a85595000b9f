import type { EndReason } from '@parley/contract';
import { suppress } from '../compliance/suppressions.ts';
import type { Database, Queryable } from '../db/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { MediaResult } from '../media/media.ts';
import { moveInBatch } from './batch-progress.ts';
import { announce } from './call-record.ts';
import { percentile } from './percentile.ts';
import { takeTurns } from './spoken-turns.ts';
import { type CallState, statusOf } from './state.ts';

export interface CallEnding {
  endReason: EndReason;
  endedBy: 'agent' | 'user' | 'system';
  sipCode: number | null;
  /** What the sound left behind; null when it never began, or was lost with its process, which leaves the kept turns. */
  media: MediaResult | null;
  /** A recording that outlived its process. */
  recording?: string | null;
}

function latencyOf(media: MediaResult | null) {
  if (!media || media.responseMs.length === 0) return null;
  return {
    turn_p50_ms: Math.round(percentile(media.responseMs, 50)),
    turn_p95_ms: Math.round(percentile(media.responseMs, 95)),
    turns: media.responseMs.length,
  };
}

/** By the words of the person, or by the verdict of the model that ended the call. */
function hasOptedOut({ endReason, media }: CallEnding): boolean {
  return endReason === 'opted_out' || media?.outcomeHint?.toLowerCase() === 'opted_out';
}

/**
 * Ends a call in one transaction: final state, line free again, analysis queued. Idempotent: false when the call was
 * over already. The row is locked first, so that two enders cannot both believe they were it.
 */
export async function finishCall(db: Database, jobs: Jobs, callId: string, ending: CallEnding): Promise<boolean> {
  return db.transaction((tx) => finishCallIn(tx, jobs, callId, ending));
}

export async function finishCallIn(tx: Queryable, jobs: Jobs, callId: string, ending: CallEnding): Promise<boolean> {
  const rows = await tx.query<{
    account_id: string;
    state: CallState;
    answered_at: Date | null;
    batch_id: string | null;
    /** Whom the agent talked with; null when the caller's number was withheld. */
    other_phone: string | null;
  }>({
    name: 'lock-call',
    text: `select account_id, state, answered_at, batch_id,
             case direction when 'outbound' then recipient_phone else from_number end as other_phone
           from calls where call_id = $1 for update`,
    values: [callId],
  });
  const call = rows[0];
  if (!call) return false;
  const { media } = ending;
  const recording = media?.recording ?? ending.recording ?? null;
  if (call.state === 'ended') {
    if (recording !== null) await keepRecording(tx, callId, recording);
    return false;
  }
  const kept = call.answered_at === null ? [] : await takeTurns(tx, callId);
  const status = statusOf('ended', call.answered_at !== null, ending.endReason);
  await tx.query({
    name: 'end-call',
    text: `with noted as (
             insert into call_events (call_id, from_state, to_state, event, detail)
             values ($1, $13, 'ended', 'over', json_build_object('end_reason', $3::text)))
           update calls set state = 'ended', status = $2, ended_at = clock_timestamp(), end_reason = $3, ended_by = $4,
             sip_code = $5, answered_by = $6, transcript = $7, outcome_hint = $8, warnings = $9, latency = $10,
             media_stats = $11, recording = $12
           where call_id = $1`,
    values: [
      callId,
      status,
      ending.endReason,
      ending.endedBy,
      // The INVITE of an answered call was answered 200.
      ending.sipCode ?? (call.answered_at === null ? null : 200),
      call.answered_at === null ? null : (media?.answeredBy ?? 'unknown'),
      JSON.stringify(media?.turns ?? kept),
      media?.outcomeHint ?? null,
      JSON.stringify(media?.warnings ?? []),
      JSON.stringify(latencyOf(media)),
      JSON.stringify(media?.stats ?? null),
      recording,
      call.state,
    ],
  });
  if (call.answered_at !== null && call.other_phone !== null && hasOptedOut(ending)) {
    const asked = { accountId: call.account_id, phone: call.other_phone, callId };
    await suppress(tx, { ...asked, source: 'call', reason: 'Asked during a call not to be called again.' });
  }
  await freeLine(tx, callId);
  if (call.batch_id !== null) {
    const ended = status === 'completed' ? 'completed' : 'failed';
    await moveInBatch(tx, jobs, call.batch_id, call.state === 'queued' ? 'queued' : 'in_progress', ended);
  }
  await jobs.enqueue(tx, 'call.analyze', { callId }, { group: call.account_id });
  await announce(tx, callId, { type: 'state', state: 'ended', end_reason: ending.endReason });
  return true;
}

/** Of a call that somebody ended who could not see its recording. */
export async function keepRecording(tx: Queryable, callId: string, recording: string): Promise<void> {
  await tx.query('update calls set recording = $2 where call_id = $1 and recording is null', [callId, recording]);
}

/**
 * The line waits for the next call. When the plan was lowered and more lines are in use than it has now, the line goes,
 * whichever call it was that ended: a retired one by itself, another one in the place of a retired one.
 */
async function freeLine(tx: Queryable, callId: string): Promise<void> {
  const freed = await tx.query<{ account_id: string; slot_no: number; retired: boolean }>({
    name: 'free-line',
    text: `with freed as (
             update call_slots set call_id = null, owner = null, lease_until = null where call_id = $1
             returning account_id, slot_no, retired)
           select *, pg_notify('dispatch', '') from freed`,
    values: [callId],
  });
  for (const { account_id: accountId, slot_no: slotNo, retired } of freed) {
    if (retired || (await restoreRetired(tx, accountId))) {
      await tx.query('delete from call_slots where account_id = $1 and slot_no = $2', [accountId, slotNo]);
    }
  }
}

/** Makes one retired line that is in use a permitted one. False when the account has none. */
async function restoreRetired(tx: Queryable, accountId: string): Promise<boolean> {
  const restored = await tx.query({
    name: 'restore-retired',
    text: `update call_slots set retired = false where account_id = $1 and slot_no = (
             select slot_no from call_slots where account_id = $1 and retired and call_id is not null
             order by slot_no limit 1 for update skip locked)
           returning slot_no`,
    values: [accountId],
  });
  return restored.length > 0;
}
