import { type Batch, type BatchRecipient, type RetryBatch, retriedEndReasons } from '@parley/contract';
import { withOverrides } from '../agents/call-settings.ts';
import { neededVariables, refuseMissing } from '../agents/needed-variables.ts';
import { checkedAgent, type RouteChoice } from '../calls/place-call.ts';
import type { Database, Queryable } from '../db/index.ts';
import { IdempotencyRecord } from '../idempotency/idempotency-record.ts';
import { hashOf } from '../idempotency/request-hash.ts';
import { eachInTurns } from '../kernel/in-turns.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import { overridesOfBatch, readBatch } from './batches.ts';
import { refusePast } from './create-batch.ts';
import { insertBatch } from './insert-batch.ts';

/**
 * A new batch of the recipients whose call has ended in one of the reasons, with the agent as it is now; those whose
 * number or variables were deleted since are left out. What was different from the agent stays so. Undefined when the account has no such batch. `replayed`: an
 * earlier request with the same key made it.
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
    const overrides = await overridesOfBatch(tx, batchId);
    const agent = await withOverrides(tx, await checkedAgent(tx, accountId, retried.agent_id), overrides);
    const recipients = await endedSo(tx, batchId, request.end_reasons ?? retriedEndReasons);
    const needed = neededVariables(agent);
    await eachInTurns(recipients, ({ variables = {} }) => refuseMissing(needed, variables, 'variables'));
    const batch = await insertBatch(tx, routing, acting, {
      agent,
      overrides,
      recipients,
      scheduleAtS: request.schedule_at ?? null,
      name: request.name === undefined ? retried.name : request.name,
      retryOf: batchId,
    });
    await record?.write(batch);
    return { batch, replayed: false };
  });
}

/** Those who can be called again: a person who was erased has no number any more, and what was too old has no variables. */
async function endedSo(tx: Queryable, batchId: string, endReasons: readonly string[]): Promise<BatchRecipient[]> {
  const rows = await tx.query<{ phone: string; variables: string; metadata: string; is_left: boolean }>(
    `select recipient_phone as phone, variables::text as variables, metadata::text as metadata,
       recipient_phone like '+%' and (summary is not null or analyzed_at is null) as is_left
     from calls where batch_id = $1 and state = 'ended' and end_reason = any($2) order by created_at, call_id`,
    [batchId, endReasons],
  );
  const left = rows.filter((row) => row.is_left);
  if (left.length === 0) throw nobodyLeft(batchId, endReasons, rows.length);
  const recipients: BatchRecipient[] = [];
  await eachInTurns(left, ({ phone, variables, metadata }) =>
    recipients.push({ phone, variables: JSON.parse(variables), metadata: JSON.parse(metadata) }),
  );
  return recipients;
}

function nobodyLeft(batchId: string, endReasons: readonly string[], erased: number): RequestError {
  const reasons = new Intl.ListFormat('en', { type: 'disjunction' }).format(endReasons);
  const message =
    erased === 0
      ? `No call of batch ${batchId} has ended ${reasons}.`
      : `No recipient is left to call: the calls of batch ${batchId} that ended ${reasons} (${erased}) were erased, ` +
        'or their variables are older than the account keeps them. Send a new batch with the recipients.';
  return new RequestError('unprocessable', message, { param: 'end_reasons' });
}
