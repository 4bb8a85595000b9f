import { type Batch, type BatchRecipient, type RetryBatch, retriedEndReasons } from '@parley/contract';
import { neededVariables, refuseMissing } from '../agents/needed-variables.ts';
import { checkedAgent, type RouteChoice } from '../calls/place-call.ts';
import type { Database, Queryable } from '../db/index.ts';
import { IdempotencyRecord } from '../idempotency/idempotency-record.ts';
import { hashOf } from '../idempotency/request-hash.ts';
import { eachInTurns } from '../kernel/in-turns.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import { readBatch } from './batches.ts';
import { refusePast } from './create-batch.ts';
import { insertBatch } from './insert-batch.ts';

/**
 * A new batch of the recipients whose call has ended in one of the reasons, with the agent as it is now. Undefined when
 * the account has no such batch. `replayed`: an earlier request with the same key made it.
 */
export async function retryBatch(
  db: Database,
  routing: RouteChoice,
  acting: Acting,
  batchId: string,
  request: RetryBatch,
  idempotencyKey?: string,
): Promise<{ batch: Batch; replayed: boolean } | undefined> {
  const { accountId } = acting;
  return db.transaction(async (tx) => {
    const retried = await readBatch(tx, accountId, batchId);
    if (!retried) return undefined;
    const bodyHash = hashOf({ retry_of: batchId, ...request });
    const record =
      idempotencyKey === undefined ? null : new IdempotencyRecord<Batch>(tx, accountId, idempotencyKey, bodyHash);
    const stored = await record?.read();
    if (stored) return { batch: stored, replayed: true };
    refusePast(request.schedule_at);
    const agent = await checkedAgent(tx, accountId, retried.agent_id);
    const recipients = await endedSo(tx, batchId, request.end_reasons ?? retriedEndReasons);
    const needed = neededVariables(agent);
    await eachInTurns(recipients, ({ variables = {} }) => refuseMissing(needed, variables, 'variables'));
    const batch = await insertBatch(tx, routing, acting, {
      agent,
      recipients,
      scheduleAtS: request.schedule_at ?? null,
      name: request.name === undefined ? retried.name : request.name,
      retryOf: batchId,
    });
    await record?.write(batch);
    return { batch, replayed: false };
  });
}

async function endedSo(tx: Queryable, batchId: string, endReasons: readonly string[]): Promise<BatchRecipient[]> {
  const rows = await tx.query<{ phone: string; variables: string }>(
    `select recipient_phone as phone, variables::text as variables from calls
     where batch_id = $1 and state = 'ended' and end_reason = any($2) order by created_at, call_id`,
    [batchId, endReasons],
  );
  if (rows.length === 0) {
    const reasons = new Intl.ListFormat('en', { type: 'disjunction' }).format(endReasons);
    throw new RequestError('unprocessable', `No call of batch ${batchId} has ended ${reasons}.`, {
      param: 'end_reasons',
    });
  }
  const recipients: BatchRecipient[] = [];
  await eachInTurns(rows, ({ phone, variables }) => recipients.push({ phone, variables: JSON.parse(variables) }));
  return recipients;
}
