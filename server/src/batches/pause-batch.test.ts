import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ProvisionedAccount, provisionAccount } from '../accounts/provision.ts';
import { claimFromBatches } from '../calls/batch-dispatch.ts';
import { hangUpCall } from '../calls/hang-up-call.ts';
import type { RouteChoice } from '../calls/place-call.ts';
import { openScratchTables, type ScratchDatabase } from '../db/testing/scratch-database.ts';
import { Jobs } from '../jobs/jobs.ts';
import { createLogger } from '../kernel/logger.ts';
import { type Acting, operatorOf } from '../kernel/principal.ts';
import { cancelBatch, readBatch } from './batches.ts';
import { createBatch } from './create-batch.ts';
import { setPaused } from './pause-batch.ts';
import { retryBatch } from './retry-batch.ts';

const routing: RouteChoice = {
  routesTo: async (_tx, _calling, phones) => phones.map(() => ({ name: 'simulated', simulated: true, callerId: null })),
};

let scratch: ScratchDatabase;
let jobs: Jobs;
let account: ProvisionedAccount;
let acting: Acting;
beforeAll(async () => {
  scratch = await openScratchTables();
  jobs = await Jobs.start(scratch.db, createLogger({ level: 'silent', personalData: false }));
});
beforeEach(async () => {
  account = await provisionAccount(scratch.db, {
    name: 'Acme',
    plan: 'growth',
    enterpriseLimits: { callsPerMinute: 1, concurrentCalls: 1 },
    demoAgents: [{ name: 'Brief', prompt: 'You say hello.' }],
  });
  acting = operatorOf(account.accountId);
});
afterAll(async () => {
  await jobs?.close();
  await scratch?.close();
});

async function newBatch(): Promise<string> {
  const recipients = [{ phone: '+12025550101' }, { phone: '+12025550102' }];
  const request = { agent_id: account.agentId, recipients };
  return (await createBatch(scratch.db, routing, acting, request)).batch.batch_id;
}

const claim = () =>
  scratch.db.transaction((tx) => claimFromBatches(tx, { jobs, analyzer: null }, account.accountId, 'node'));

test('a pause that comes while a call is being claimed holds for that call', async () => {
  const batchId = await newBatch();
  let claimed: ReturnType<typeof claim> | undefined;
  await scratch.db.transaction(async (tx) => {
    await tx.query('update batches set paused_at = now() where batch_id = $1', [batchId]);
    claimed = claim();
    // It has chosen its call, and waits for the batch.
    for (let waiting = 0; waiting === 0; ) {
      const [row] = await scratch.db.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where wait_event_type = 'Lock' and query like '%is_waiting for no key update%'`,
      );
      waiting = row!.waiting;
    }
  });
  expect(await claimed).toEqual({ outcome: 'again' });
  expect(await claim()).toEqual({ outcome: 'wait' });
  expect(await readBatch(scratch.db, account.accountId, batchId)).toMatchObject({ queued: 2, in_progress: 0 });
  await setPaused(scratch.db, acting, batchId, false);
  expect((await claim()).outcome).toBe('dial');
});

test('a call that was claimed first goes on, and is counted', async () => {
  const batchId = await newBatch();
  expect((await claim()).outcome).toBe('dial');
  const paused = await setPaused(scratch.db, acting, batchId, true);
  expect(paused).toMatchObject({ paused: true, queued: 1, in_progress: 1 });
  expect(await claim()).toEqual({ outcome: 'wait' });
});

test('the audit log contains who did what, and omits what changed nothing', async () => {
  const batchId = await newBatch();
  await setPaused(scratch.db, acting, batchId, false);
  await setPaused(scratch.db, acting, batchId, true);
  await setPaused(scratch.db, acting, batchId, true);
  await setPaused(scratch.db, acting, batchId, false);
  const [call] = await scratch.db.query<{ call_id: string }>('select call_id from calls where batch_id = $1 limit 1', [
    batchId,
  ]);
  for (let time = 1; time <= 2; time += 1) {
    await hangUpCall(scratch.db, { jobs, analyzer: null }, acting, call!.call_id);
    await cancelBatch(scratch.db, jobs, acting, batchId);
  }
  const request = { end_reasons: ['canceled' as const] };
  const again = await retryBatch(scratch.db, routing, acting, batchId, request);
  const log = await scratch.db.query<{ action: string; target_id: string; actor_type: string; after: unknown }>(
    `select action, target_id, actor_type, after from audit_log
     where account_id = $1 and split_part(action, '.', 1) in ('batch', 'call') order by at`,
    [account.accountId],
  );
  expect(log.map(({ action, target_id: target }) => [action, target])).toEqual([
    ['batch.created', batchId],
    ['batch.paused', batchId],
    ['batch.resumed', batchId],
    ['call.hangup_requested', call!.call_id],
    ['batch.canceled', batchId],
    ['batch.created', again!.batch.batch_id],
  ]);
  expect(log.at(-1)?.after).toMatchObject({ retry_of: batchId, total: 2 });
  expect(new Set(log.map(({ actor_type: actor }) => actor))).toEqual(new Set(['operator']));
});
