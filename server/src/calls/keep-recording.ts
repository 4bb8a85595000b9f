import type { Queryable } from '../db/index.ts';
import { ERASED } from '../kernel/erased.ts';

/** SQL: the person was erased, or recordings as old as the call's are deleted. */
const RECORDING_IS_OVER = `(case direction when 'outbound' then recipient_phone else coalesce(from_number, '') end = '${ERASED}'
  or exists (select from accounts where accounts.account_id = calls.account_id
    and calls.ended_at < clock_timestamp() - make_interval(days => accounts.recordings_days)))`;

/**
 * Of a call that was ended by a process that could not see its recording. False when nothing of it may be kept any more:
 * then the file has to go.
 */
export async function keepRecording(tx: Queryable, callId: string, recording: string): Promise<boolean> {
  const kept = await tx.query(
    `update calls set recording = $2 where call_id = $1 and recording is null and not ${RECORDING_IS_OVER} returning 1`,
    [callId, recording],
  );
  if (kept.length > 0) return true;
  const over = await tx.query(`select from calls where call_id = $1 and ${RECORDING_IS_OVER}`, [callId]);
  return over.length === 0;
}
