import type { Batch, CallOverrides } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import { analyzeByRules } from '../calls/analysis-rules.ts';
import { BATCH_COLUMNS, type BatchRow, toBatch } from '../calls/batch-progress.ts';
import { noteBatch } from '../calls/call-events.ts';
import type { Database, Queryable } from '../db/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Acting } from '../kernel/principal.ts';
import { costOf } from '../prices/cost.ts';
import { readPriceTable } from '../prices/prices.ts';
import { publish, wantedEvents } from '../webhooks/publish.ts';

export async function readBatch(db: Queryable, accountId: string, batchId: string): Promise<Batch | undefined> {
  const rows = await db.query<BatchRow>(
    `select ${BATCH_COLUMNS} from batches where account_id = $1 and batch_id = $2`,
    [accountId, batchId],
  );
  return rows[0] && toBatch(rows[0]);
}

/** What is different from the agent for all its calls; null: nothing. */
export async function overridesOfBatch(db: Queryable, batchId: string): Promise<CallOverrides | null> {
  const rows = await db.query<{ overrides: CallOverrides | null }>(
    'select overrides from batches where batch_id = $1',
    [batchId],
  );
  return rows[0]?.overrides ?? null;
}

/** The same for every call that had not begun. */
const CANCELED = analyzeByRules({
  endReason: 'canceled',
  endedBy: 'system',
  answered: false,
  transcript: [],
  outcomeHint: null,
  outcomes: [],
});

/** Ends what has not begun, and leaves live calls alone. Undefined when the account has no such batch. */
export async function cancelBatch(
  db: Database,
  jobs: Jobs,
  acting: Acting,
  batchId: string,
): Promise<Batch | undefined> {
  const { accountId } = acting;
  return db.transaction(async (tx) => {
    // The calls first: the dispatcher, too, locks a call before it counts it in its batch.
    const known = await readBatch(tx, accountId, batchId);
    if (!known) return undefined;
    const [account] = await tx.query<{ wanted: string[] }>(`select ${wantedEvents('$1')} as wanted`, [accountId]);
    const cost = costOf([], await readPriceTable(tx, accountId));
    // Where a webhook wants to hear of each, the jobs that tell it analyze, too.
    const analyzesNow = !account!.wanted.includes('call.failed');
    const ended = await tx.query<{ call_id: string }>(
      `with waiting as (
         select call_id from calls where batch_id = $1 and state = 'queued' order by call_id for update)
       update calls set state = 'ended', status = 'failed', ended_at = clock_timestamp(), end_reason = 'canceled',
         ended_by = 'system', transcript = '[]', summary = $2, outcome = $3, analysis = $4, cost = $6,
         analyzed_at = case when $5 then clock_timestamp() end
       from waiting where calls.call_id = waiting.call_id returning calls.call_id`,
      [
        ...[batchId, CANCELED.summary, CANCELED.outcome],
        ...[JSON.stringify({ method: 'rules', warnings: [], data: null }), analyzesNow, JSON.stringify(cost)],
      ],
    );
    await tx.query(
      `with moved as (
         insert into call_events (account_id, call_id, from_state, to_state, event, detail)
         select $1, id, 'queued', 'ended', 'over',
           json_build_object('end_reason', 'canceled', 'sip_code', null, 'analyzed', $2::boolean)
         from unnest($3::text[]) as id returning call_id)
       insert into call_events (account_id, call_id, type) select $1, call_id, 'call.analyzed' from moved where $2`,
      [accountId, analyzesNow, ended.map((call) => call.call_id)],
    );
    await noteBatch(tx, accountId, batchId);
    const [batch] = await tx.query<BatchRow>(
      `update batches set queued = queued - $2, failed = failed + $2,
         canceled_at = case when $2 > 0 or queued + in_progress > 0 then coalesce(canceled_at, clock_timestamp())
           else canceled_at end
       where batch_id = $1 returning ${BATCH_COLUMNS}`,
      [batchId, ended.length],
    );
    const after = toBatch(batch!);
    if (after.status === 'canceled' && known.status !== 'canceled') {
      await audit(tx, acting, { action: 'batch.canceled', target: batchId, before: known, after });
    }
    const unanalyzed = analyzesNow ? [] : ended.map((call) => ({ callId: call.call_id }));
    await jobs.enqueueAll(tx, 'call.analyze', unanalyzed, { group: accountId });
    if (ended.length > 0 && batch!.in_progress === 0) {
      await publish(tx, jobs, { accountId, type: 'batch.completed', data: async () => after });
    }
    return after;
  });
}
