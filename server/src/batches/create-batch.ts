import type { Agent, Batch, CreateBatch } from '@parley/contract';
import { neededVariables, refuseMissing } from '../agents/needed-variables.ts';
import { BATCH_COLUMNS, type BatchRow, toBatch } from '../calls/batch-progress.ts';
import { checkedAgent, defaultCallerId, type RouteChoice } from '../calls/place-call.ts';
import type { Database, Queryable } from '../db/index.ts';
import { IdempotencyRecord } from '../idempotency/idempotency-record.ts';
import { ListHash } from '../idempotency/request-hash.ts';
import { newId } from '../kernel/ids.ts';
import { eachInTurns } from '../kernel/in-turns.ts';
import { RequestError } from '../kernel/request-error.ts';
import { groupsOf, type RecipientGroup } from './recipient-groups.ts';

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

function refusePast(scheduleAt: number | undefined): void {
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
  accountId: string,
  request: CreateBatch,
  idempotencyKey?: string,
): Promise<{ batch: Batch; replayed: boolean }> {
  refuseRepeatedPhones(request.recipients);
  const bodyHash = idempotencyKey === undefined ? undefined : await hashOfBatch(request);
  return db.transaction(async (tx) => {
    const record =
      idempotencyKey === undefined ? null : new IdempotencyRecord<Batch>(tx, accountId, idempotencyKey, bodyHash!);
    const stored = await record?.read();
    if (stored) return { batch: stored, replayed: true };
    // After the record: a repetition may come long after the time for which the calls were scheduled.
    refusePast(request.schedule_at);
    const agent = await checkedAgent(tx, accountId, request.agent_id);
    const needed = neededVariables(agent);
    await eachInTurns(request.recipients, ({ variables = {} }, index) =>
      refuseMissing(needed, variables, `recipients[${index}].variables`),
    );
    const from = await defaultCallerId(tx, accountId, agent.agent_id);
    const batchId = newId('batch');
    const rows = await tx.query<BatchRow>(
      `insert into batches (batch_id, account_id, agent_id, schedule_at, total, queued)
       values ($1, $2, $3, coalesce(to_timestamp($4), clock_timestamp()), $5, $5) returning ${BATCH_COLUMNS}`,
      [batchId, accountId, agent.agent_id, request.schedule_at ?? null, request.recipients.length],
    );
    const batch = toBatch(rows[0]!);
    const shared = { accountId, batchId, agent, from, scheduleAt: rows[0]!.schedule_at };
    for (const group of groupsOf(request.recipients)) await insertCalls(tx, routing, shared, group);
    tx.notify('dispatch', 'batch');
    await record?.write(batch);
    return { batch, replayed: false };
  });
}

interface SharedByCalls {
  accountId: string;
  batchId: string;
  agent: Agent;
  from: string;
  scheduleAt: Date;
}

async function insertCalls(
  tx: Queryable,
  routing: RouteChoice,
  { accountId, batchId, agent, from, scheduleAt }: SharedByCalls,
  { phones, variables }: RecipientGroup,
): Promise<void> {
  const routes = phones.map((phone) => routing.routeTo(phone));
  await tx.query({
    name: 'insert-batch-calls',
    text: `insert into calls (call_id, account_id, agent_id, agent_version, batch_id, direction, recipient_phone,
             from_number, variables, max_duration_s, ring_timeout_s, simulated, route, state, status, due_at)
           select call_id, $1, $2, $3, $4, 'outbound', phone, $5, variables, $6, $7, simulated, route, 'queued',
             'initiated', $8
           from unnest($9::text[], $10::text[], $11::json[], $12::boolean[], $13::text[])
             as r (call_id, phone, variables, simulated, route)`,
    values: [
      accountId,
      agent.agent_id,
      agent.version,
      batchId,
      from,
      agent.max_duration,
      agent.ring_timeout,
      scheduleAt,
      phones.map(() => newId('call')),
      phones,
      variables,
      routes.map(({ simulated }) => simulated),
      routes.map(({ name }) => name),
    ],
  });
}

async function hashOfBatch({ recipients, ...beside }: CreateBatch): Promise<Buffer> {
  const hash = new ListHash(beside);
  await eachInTurns(recipients, (recipient) => hash.add(recipient));
  return hash.digest();
}
