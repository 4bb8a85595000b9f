import type { Batch } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import { BATCH_COLUMNS, type BatchRow, toBatch } from '../calls/batch-progress.ts';
import { noteBatch } from '../calls/call-events.ts';
import type { Database } from '../db/index.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';

/**
 * Pauses a batch, or lets it go on. Once it returns, no call of a paused batch begins: the dispatcher locks the same row
 * before it dials. Undefined when the account has no such batch.
 *
 * @throws RequestError `unprocessable` when the batch is over.
 */
export async function setPaused(
  db: Database,
  acting: Acting,
  batchId: string,
  paused: boolean,
): Promise<Batch | undefined> {
  return db.transaction(async (tx) => {
    const [stored] = await tx.query<BatchRow>(
      `select ${BATCH_COLUMNS} from batches where account_id = $1 and batch_id = $2 for no key update`,
      [acting.accountId, batchId],
    );
    if (!stored) return undefined;
    const before = toBatch(stored);
    if (before.status === 'completed' || before.status === 'canceled') {
      const message = `Batch ${batchId} is ${before.status}: none of its calls is left.`;
      throw new RequestError('unprocessable', message, { param: 'batch_id' });
    }
    if (before.paused === paused) return before;
    const [changed] = await tx.query<BatchRow>(
      `update batches set paused_at = case when $2 then clock_timestamp() end where batch_id = $1
       returning ${BATCH_COLUMNS}`,
      [batchId, paused],
    );
    const after = toBatch(changed!);
    await audit(tx, acting, {
      action: paused ? 'batch.paused' : 'batch.resumed',
      target: batchId,
      before,
      after,
    });
    await noteBatch(tx, acting.accountId, batchId);
    if (!paused) tx.notify('dispatch', 'batch');
    return after;
  });
}
