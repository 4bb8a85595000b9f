import { afterAll, beforeAll, expect, test } from 'vitest';
import { provisionAccount } from '../accounts/provision.ts';
import { openScratchTables, type ScratchDatabase } from '../db/testing/scratch-database.ts';
import { applyConfiguredWebhook } from './configured-webhook.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await openScratchTables();
  await provisionAccount(scratch.db, {
    name: 'Acme',
    plan: 'growth',
    enterpriseLimits: { callsPerMinute: 1, concurrentCalls: 1 },
    demoAgents: [{ name: 'Brief', prompt: 'You say hello.' }],
  });
});
afterAll(async () => {
  await scratch?.close();
});

test('what the configuration makes, changes and takes away is the operator’s in the audit log, and has no secret', async () => {
  const [first, second] = ['https://a.example.com/', 'https://b.example.com/'];
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const apply = (url?: string) => applyConfiguredWebhook(scratch.db, { url, secret: url && secret });
  // Each twice, as at a start that changes nothing.
  for (const url of [first, first, second, second, undefined, undefined]) await apply(url);
  const log = await scratch.db.query<{ action: string; actor_type: string; before: unknown; after: unknown }>(
    "select action, actor_type, before, after from audit_log where action like 'webhook.%' order by at, audit_id",
  );
  expect(log).toEqual([
    { action: 'webhook.created', actor_type: 'operator', before: null, after: expect.objectContaining({ url: first }) },
    {
      action: 'webhook.updated',
      actor_type: 'operator',
      before: expect.objectContaining({ url: first }),
      after: expect.objectContaining({ url: second }),
    },
    {
      action: 'webhook.deleted',
      actor_type: 'operator',
      before: expect.objectContaining({ url: second }),
      after: null,
    },
  ]);
  expect(JSON.stringify(log)).not.toContain('whsec_');
});
