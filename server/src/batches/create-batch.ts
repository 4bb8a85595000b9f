import { type Batch, type BatchRecipient, type CreateBatch, Metadata } from '@parley/contract';
import { neededVariables, refuseMissing } from '../agents/needed-variables.ts';
import { checkedAgent, forCall, type PlacingOptions, type RouteChoice } from '../calls/place-call.ts';
import type { Database } from '../db/index.ts';
import { IdempotencyRecord } from '../idempotency/idempotency-record.ts';
import { ListHash } from '../idempotency/request-hash.ts';
import { eachInTurns } from '../kernel/in-turns.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import { insertBatch } from './insert-batch.ts';

/** A clock that is a little off is not an error; a time that is long past is. */
const PAST_TOLERANCE_S = 60;

function refuseRepeatedPhones(recipients: CreateBatch['recipients']): void {
  const firstAt = new Map<string, number>();
  recipients.forEach(({ phone }, index) => {
    const first = firstAt.get(phone);
    if (first !== undefined) {
      const param = `recipients[${index}].phone`;
      throw new RequestError('invalid_request', `${param} is the same number as recipients[${first}].phone.`, {
        param,
      });
    }
    firstAt.set(phone, index);
  });
}

/** @throws RequestError `invalid_request` for a time that is long past. */
export function refusePast(scheduleAt: number | undefined): void {
  if (scheduleAt === undefined || scheduleAt >= Date.now() / 1000 - PAST_TOLERANCE_S) return;
  throw new RequestError('invalid_request', 'schedule_at: is more than 60 s in the past; leave it out to call now', {
    param: 'schedule_at',
  });
}

/**
 * Accepts all recipients or none. The calls wait for the account's limits; nothing is dialled here. `replayed`: an
 * earlier request with the same key made the batch, and this one none.
 */
export async function createBatch(
  db: Database,
  routing: RouteChoice,
  acting: Acting,
  request: CreateBatch,
  { idempotencyKey, overriding = null }: PlacingOptions = {},
): Promise<{ batch: Batch; replayed: boolean }> {
  refuseRepeatedPhones(request.recipients);
  const recipients = await withMetadata(request);
  const bodyHash = idempotencyKey === undefined ? undefined : await hashOfBatch(request);
  const { accountId } = acting;
  return db.transaction(async (tx) => {
    const record =
      idempotencyKey === undefined ? null : new IdempotencyRecord<Batch>(tx, accountId, idempotencyKey, bodyHash!);
    const stored = await record?.read();
    if (stored) return { batch: stored, replayed: true };
    // After the record: a repetition may come long after the time for which the calls were scheduled.
    refusePast(request.schedule_at);
    const { agent_id: agentId, overrides: given = null } = request;
    const called = await checkedAgent(tx, accountId, agentId);
    const { agent, overrides } = await forCall(tx, accountId, called, given, overriding);
    const needed = neededVariables(agent);
    await eachInTurns(request.recipients, ({ variables = {} }, index) =>
      refuseMissing(needed, variables, `recipients[${index}].variables`),
    );
    const batch = await insertBatch(tx, routing, acting, {
      agent,
      overrides,
      recipients,
      scheduleAtS: request.schedule_at ?? null,
      name: request.name ?? null,
      retryOf: null,
    });
    await record?.write(batch);
    return { batch, replayed: false };
  });
}

/** The recipients with what they and the batch are known by. @throws RequestError where both together are too much. */
async function withMetadata({ recipients, metadata: shared }: CreateBatch): Promise<readonly BatchRecipient[]> {
  if (!shared) return recipients;
  const merged: BatchRecipient[] = [];
  await eachInTurns(recipients, (recipient, index) => {
    const metadata = { ...shared, ...recipient.metadata };
    const fault = Metadata.safeParse(metadata).error?.issues[0];
    if (fault) {
      const param = `recipients[${index}].metadata`;
      throw new RequestError('invalid_request', `${param}: with that of the batch, it ${fault.message}`, { param });
    }
    merged.push({ ...recipient, metadata });
  });
  return merged;
}

async function hashOfBatch({ recipients, ...beside }: CreateBatch): Promise<Buffer> {
  const hash = new ListHash(beside);
  await eachInTurns(recipients, (recipient) => hash.add(recipient));
  return hash.digest();
}
