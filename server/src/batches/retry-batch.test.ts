import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ProvisionedAccount, provisionAccount } from '../accounts/provision.ts';
import type { RouteChoice } from '../calls/place-call.ts';
import { openScratchTables, type ScratchDatabase } from '../db/testing/scratch-database.ts';
import { type Acting, operatorOf } from '../kernel/principal.ts';
import { erasePerson } from '../retention/erase-person.ts';
import { changeRetention } from '../retention/retention-settings.ts';
import { sweep } from '../retention/sweep.ts';
import { createBatch } from './create-batch.ts';
import { retryBatch } from './retry-batch.ts';

const [ERASED, KEPT] = ['+12025550101', '+12025550102'];
const NO_RECORDINGS = '/nowhere';
const routing: RouteChoice = {
  routesTo: async (_tx, _calling, phones) => phones.map(() => ({ name: 'simulated', simulated: true, callerId: null })),
};

let scratch: ScratchDatabase;
let account: ProvisionedAccount;
let acting: Acting;
beforeAll(async () => {
  scratch = await openScratchTables();
});
beforeEach(async () => {
  account = await provisionAccount(scratch.db, {
    name: 'Acme',
    plan: 'growth',
    enterpriseLimits: { callsPerMinute: 1, concurrentCalls: 1 },
    demoAgents: [{ name: 'Brief', prompt: 'You say hello to {{name}}.' }],
  });
  acting = operatorOf(account.accountId);
});
afterAll(async () => {
  await scratch?.close();
});

/** A batch whose calls all found the line busy, so many days ago. */
async function busyBatch(days = 0): Promise<string> {
  const recipients = [ERASED, KEPT].map((phone) => ({ phone, variables: { name: 'Maria' } }));
  const { batch } = await createBatch(scratch.db, routing, acting, { agent_id: account.agentId, recipients });
  await scratch.db.query(
    `update calls set state = 'ended', status = 'failed', end_reason = 'busy', ended_by = 'system', summary = 'Busy.',
       analysis = '{"method":"rules","warnings":[]}', ended_at = at, analyzed_at = at
     from (select clock_timestamp() - make_interval(days => $2) as at) as t where batch_id = $1`,
    [batch.batch_id, days],
  );
  return batch.batch_id;
}

const retry = (batchId: string) => retryBatch(scratch.db, routing, acting, batchId, {});

test('a person who was erased is not called again, and the others are', async () => {
  const batchId = await busyBatch();
  await erasePerson(scratch.db, NO_RECORDINGS, acting, ERASED);
  const retried = await retry(batchId);
  expect(retried!.batch.total).toBe(1);
  const calls = await scratch.db.query('select recipient_phone, variables from calls where batch_id = $1', [
    retried!.batch.batch_id,
  ]);
  expect(calls).toEqual([{ recipient_phone: KEPT, variables: { name: 'Maria' } }]);
  await scratch.db.query('delete from calls where batch_id = $1', [retried!.batch.batch_id]);
  await erasePerson(scratch.db, NO_RECORDINGS, acting, KEPT);
  await expect(retry(batchId)).rejects.toMatchObject({
    code: 'unprocessable',
    param: 'end_reasons',
    message: expect.stringContaining('No recipient is left to call'),
  });
});

test('a recipient whose variables retention has deleted is not called', async () => {
  const batchId = await busyBatch(31);
  await changeRetention(scratch.db, acting, { transcripts_days: 30 });
  await sweep(scratch.db, NO_RECORDINGS);
  await expect(retry(batchId)).rejects.toMatchObject({
    code: 'unprocessable',
    message: expect.stringContaining('Send a new batch'),
  });
});
