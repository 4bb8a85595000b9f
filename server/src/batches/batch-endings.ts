import type { EndReason } from '@parley/contract';
import type { Queryable } from '../db/index.ts';

/** How the calls of a batch that are over have ended, the most frequent first. */
export async function endingsOf(db: Queryable, batchId: string): Promise<{ end_reason: EndReason; calls: number }[]> {
  return db.query(
    `select end_reason, count(*)::int as calls from calls where batch_id = $1 and state = 'ended'
     group by end_reason order by calls desc, end_reason`,
    [batchId],
  );
}
