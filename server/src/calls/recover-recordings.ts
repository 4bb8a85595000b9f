import type { Database } from '../db/index.ts';
import { findRecording } from '../media/recording-file.ts';
import { deleteRecording } from '../recordings/delete-recording.ts';
import { keepRecording } from './keep-recording.ts';

/**
 * The recordings of this node's calls that another node ended when this one was dead, and could not see; of a call
 * whose person was erased meanwhile, or that is older than recordings are kept, the file is deleted. Call it before the
 * first call is taken.
 */
export async function recoverRecordings(node: { db: Database; nodeId: string; recordingsDir: string }): Promise<void> {
  const unrecorded = await node.db.query<{ call_id: string }>(
    `select call_id from calls
     where owner = $1 and end_reason = 'interrupted_by_restart' and answered_at is not null and recording is null`,
    [node.nodeId],
  );
  for (const { call_id: callId } of unrecorded) {
    const written = await findRecording(node.recordingsDir, callId);
    if (written === null) continue;
    const { file, size } = written;
    const isKept = size === 0 || (await keepRecording(node.db, callId, file));
    if (!isKept) await deleteRecording(node.recordingsDir, file);
  }
}
