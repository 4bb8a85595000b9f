import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../db/index.ts';
import { recordingFile } from '../media/recording-file.ts';
import { keepRecording } from './finish-call.ts';

/**
 * The recordings of this node's calls that another node ended when this one was dead, and could not see. Call it before
 * the first call is taken.
 */
export async function recoverRecordings(node: { db: Database; nodeId: string; recordingsDir: string }): Promise<void> {
  const unrecorded = await node.db.query<{ call_id: string }>(
    `select call_id from calls
     where owner = $1 and end_reason = 'interrupted_by_restart' and answered_at is not null and recording is null`,
    [node.nodeId],
  );
  for (const { call_id: callId } of unrecorded) {
    const file = recordingFile(callId);
    const written = await stat(path.join(node.recordingsDir, file)).catch(() => null);
    if (written !== null && written.size > 0) await keepRecording(node.db, callId, file);
  }
}
