import type { EndReason } from '@parley/contract';
import type { Database, Queryable } from '../db/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { MediaResult } from '../media/media.ts';
import { moveInBatch } from './batch-progress.ts';
import { announce } from './call-record.ts';
import { percentile } from './percentile.ts';
import { type CallState, statusOf } from './state.ts';

export interface CallEnding {
  endReason: EndReason;
  endedBy: 'agent' | 'user' | 'system';
  sipCode: number | null;
  /** What the sound left behind; null when it never began, or was lost with its process. */
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

/**
 * Ends a call in one transaction: final state, line free again, analysis queued. Idempotent: false when the call was
 * over already. The row is locked first, so that two enders cannot both believe they were it.
 */
export async function finishCall(db: Database, jobs: Jobs, callId: string, ending: CallEnding): Promise<boolean> {
  return db.transaction((tx) => finishCallIn(tx, jobs, callId, ending));
}

export async function finishCallIn(tx: Queryable, jobs: Jobs, callId: string, ending: CallEnding): Promise<boolean> {
  const rows = await tx.query<{ state: CallState; answered_at: Date | null; batch_id: string | null }>(
    'select state, answered_at, batch_id from calls where call_id = $1 for update',
    [callId],
  );
  const call = rows[0];
  if (!call || call.state === 'ended') return false;
  const { media } = ending;
  const status = statusOf('ended', call.answered_at !== null, ending.endReason);
  await tx.query(
    `update calls set state = 'ended', status = $2, ended_at = clock_timestamp(), end_reason = $3, ended_by = $4,
       sip_code = $5, answered_by = $6, transcript = $7, outcome_hint = $8, warnings = $9, latency = $10,
       media_stats = $11, recording = $12
     where call_id = $1`,
    [
      callId,
      status,
      ending.endReason,
      ending.endedBy,
      // The INVITE of an answered call was answered 200.
      ending.sipCode ?? (call.answered_at === null ? null : 200),
      call.answered_at === null ? null : (media?.answeredBy ?? 'unknown'),
      JSON.stringify(media?.turns ?? []),
      media?.outcomeHint ?? null,
      JSON.stringify(media?.warnings ?? []),
      JSON.stringify(latencyOf(media)),
      JSON.stringify(media?.stats ?? null),
      media?.recording ?? ending.recording ?? null,
    ],
  );
  await tx.query(
    "insert into call_events (call_id, from_state, to_state, event, detail) values ($1, $2, 'ended', 'over', $3)",
    [callId, call.state, JSON.stringify({ end_reason: ending.endReason })],
  );
  await freeLine(tx, callId);
  if (call.batch_id !== null) {
    const ended = status === 'completed' ? 'completed' : 'failed';
    await moveInBatch(tx, jobs, call.batch_id, call.state === 'queued' ? 'queued' : 'in_progress', ended);
  }
  await jobs.enqueue(tx, 'call.analyze', { callId });
  await announce(tx, callId, { type: 'state', state: 'ended', end_reason: ending.endReason });
  return true;
}

/** A line that was retired while it was in use goes now; the others wait for the next call. */
async function freeLine(tx: Queryable, callId: string): Promise<void> {
  await tx.query('delete from call_slots where call_id = $1 and retired', [callId]);
  await tx.query('update call_slots set call_id = null, owner = null, lease_until = null where call_id = $1', [callId]);
  await tx.query("select pg_notify('dispatch', '')");
}
