import type { Batch } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { publish } from '../webhooks/publish.ts';

export interface BatchRow {
  batch_id: string;
  account_id: string;
  agent_id: string;
  name: string | null;
  schedule_at: Date;
  created_at: Date;
  canceled_at: Date | null;
  paused_at: Date | null;
  retry_of: string | null;
  is_due: boolean;
  total: number;
  queued: number;
  in_progress: number;
  completed: number;
  failed: number;
}

export const BATCH_COLUMNS = `batch_id, account_id, agent_id, name, schedule_at, created_at, canceled_at, paused_at, retry_of,
  schedule_at <= clock_timestamp() as is_due, total, queued, in_progress, completed, failed`;

function statusOf(row: BatchRow): Batch['status'] {
  if (row.canceled_at !== null) return 'canceled';
  if (row.queued + row.in_progress === 0) return 'completed';
  // Before its time a call can only be ended, not begun.
  return row.is_due ? 'in_progress' : 'scheduled';
}

const unixSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

export function toBatch(row: BatchRow): Batch {
  const status = statusOf(row);
  return {
    batch_id: row.batch_id,
    agent_id: row.agent_id,
    name: row.name,
    status,
    paused: row.paused_at !== null && (status === 'scheduled' || status === 'in_progress'),
    total: row.total,
    queued: row.queued,
    in_progress: row.in_progress,
    completed: row.completed,
    failed: row.failed,
    schedule_at: unixSeconds(row.schedule_at),
    created_at: unixSeconds(row.created_at),
    retry_of: row.retry_of,
  };
}

type Place = 'queued' | 'in_progress' | 'completed' | 'failed';

/** Counts one call of a batch from one place to another, in the transaction that moves the call. */
export async function moveInBatch(
  tx: Queryable,
  jobs: Jobs,
  batchId: string,
  from: 'queued' | 'in_progress',
  to: Place,
): Promise<void> {
  const dispatched = to === 'in_progress' ? ', last_dispatch_at = clock_timestamp()' : '';
  const rows = await tx.query<BatchRow>(
    `update batches set ${from} = ${from} - 1, ${to} = ${to} + 1${dispatched} where batch_id = $1 returning ${BATCH_COLUMNS}`,
    [batchId],
  );
  const batch = rows[0]!;
  if (batch.queued + batch.in_progress > 0 || to === 'in_progress') return;
  await publish(tx, jobs, { accountId: batch.account_id, type: 'batch.completed', data: async () => toBatch(batch) });
}
