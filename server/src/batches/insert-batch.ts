import type { Agent, Batch, BatchRecipient, CallOverrides } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import { BATCH_COLUMNS, type BatchRow, toBatch } from '../calls/batch-progress.ts';
import { noteBatch } from '../calls/call-events.ts';
import { defaultCallerId, type RouteChoice, releasedNumber } from '../calls/place-call.ts';
import type { Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Acting } from '../kernel/principal.ts';
import { keepNumber } from '../numbers/numbers.ts';
import { requireAgent } from '../numbers/require-agent.ts';
import { groupsOf, type RecipientGroup } from './recipient-groups.ts';

interface NewBatch {
  /** As it is for this batch. */
  agent: Agent;
  /** What is different from its version; null: nothing. */
  overrides: CallOverrides | null;
  recipients: readonly BatchRecipient[];
  /** Unix seconds; null means now. */
  scheduleAtS: number | null;
  name: string | null;
  retryOf: string | null;
}

/** A batch and its calls, which the caller has checked. Dialled once the transaction is committed. */
export async function insertBatch(
  tx: Queryable,
  routing: RouteChoice,
  acting: Acting,
  { agent, overrides, recipients, scheduleAtS, name, retryOf }: NewBatch,
): Promise<Batch> {
  const { accountId } = acting;
  await requireAgent(tx, accountId, agent.agent_id);
  const from = await defaultCallerId(tx, accountId, agent.agent_id);
  if (!(await keepNumber(tx, accountId, from))) throw releasedNumber(from);
  const batchId = newId('batch');
  const rows = await tx.query<BatchRow>(
    `insert into batches (batch_id, account_id, agent_id, schedule_at, total, queued, name, retry_of, overrides)
     values ($1, $2, $3, coalesce(to_timestamp($4), clock_timestamp()), $5, $5, $6, $7, $8) returning ${BATCH_COLUMNS}`,
    [
      ...[batchId, accountId, agent.agent_id, scheduleAtS, recipients.length, name, retryOf],
      overrides && JSON.stringify(overrides),
    ],
  );
  const batch = toBatch(rows[0]!);
  const shared = { accountId, batchId, agent, from, scheduleAt: rows[0]!.schedule_at };
  for (const group of groupsOf(recipients)) await insertCalls(tx, routing, shared, group);
  await audit(tx, acting, { action: 'batch.created', target: batchId, after: batch });
  tx.notify('dispatch', 'batch');
  await noteBatch(tx, accountId, batchId);
  return batch;
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
  { phones, variables, metadata }: RecipientGroup,
): Promise<void> {
  const routes = await routing.routesTo(tx, { accountId, from }, phones);
  await tx.query({
    name: 'insert-batch-calls',
    text: `insert into calls (call_id, account_id, agent_id, agent_version, batch_id, direction, recipient_phone,
             from_number, variables, metadata, max_duration_s, ring_timeout_s, simulated, route, caller_id, fallback_routes, state,
             status, due_at)
           select call_id, $1, $2, $3, $4, 'outbound', phone, $5, variables, metadata, $6, $7, simulated, route, caller_id,
             fallback_routes, 'queued', 'initiated', $8
           from unnest($9::text[], $10::text[], $11::json[], $12::boolean[], $13::text[], $14::text[], $15::json[], $16::json[])
             as r (call_id, phone, variables, simulated, route, caller_id, metadata, fallback_routes)`,
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
      routes.map(({ callerId }) => callerId),
      metadata,
      routes.map(({ fallbacks }) => (fallbacks ? JSON.stringify(fallbacks) : null)),
    ],
  });
}
