import type { BatchPage, BatchStatus, ListBatches } from '@parley/contract';
import { BATCH_COLUMNS, type BatchRow, toBatch } from '../calls/batch-progress.ts';
import type { Queryable } from '../db/index.ts';

/** Counting stops here, as for calls. */
const TOTAL_AT_MOST = 10_000;
const DEFAULT_LIMIT = 20;

/** What `statusOf` says of one batch, as SQL: an index serves each. */
const OF_STATUS: Record<BatchStatus, string> = {
  scheduled: 'not is_over and canceled_at is null and schedule_at > clock_timestamp()',
  in_progress: 'not is_over and canceled_at is null and schedule_at <= clock_timestamp()',
  completed: 'is_over and canceled_at is null',
  canceled: 'canceled_at is not null',
};

export async function listBatches(db: Queryable, accountId: string, query: ListBatches): Promise<BatchPage> {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const offset = query.offset ?? 0;
  const { counted, page } = batchPageStatements(accountId, { ...query, limit, offset });
  const totals = await db.query<{ total: number }>(counted.text, counted.values);
  const rows = await db.query<BatchRow>(page.text, page.values);
  const total = totals[0]?.total ?? 0;
  return {
    data: rows.slice(0, limit).map(toBatch),
    total: Math.min(total, TOTAL_AT_MOST),
    total_exact: total <= TOTAL_AT_MOST,
    limit,
    offset,
    has_more: rows.length > limit,
  };
}

/** What a page costs is what these two cost; an index serves every filter. */
export function batchPageStatements(accountId: string, query: ListBatches & { limit: number; offset: number }) {
  const values: unknown[] = [accountId];
  const terms = ['account_id = $1'];
  if (query.agent_id !== undefined) terms.push(`agent_id = $${values.push(query.agent_id)}`);
  if (query.status !== undefined) terms.push(OF_STATUS[query.status]);
  const where = terms.join(' and ');
  return {
    counted: {
      text: `select count(*)::int as total from (select 1 from batches where ${where} limit ${TOTAL_AT_MOST + 1}) as counted`,
      values,
    },
    page: {
      text: `select ${BATCH_COLUMNS} from batches where ${where} order by created_at desc, batch_id desc
             limit $${values.length + 1} offset $${values.length + 2}`,
      values: [...values, query.limit + 1, query.offset],
    },
  };
}
