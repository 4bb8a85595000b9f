import { afterAll, beforeAll, expect, test } from 'vitest';
import { provisionAccount } from '../accounts/provision.ts';
import { migrate } from '../db/index.ts';
import { openScratchDatabase, type ScratchDatabase } from '../db/testing/scratch-database.ts';
import { Jobs } from '../jobs/jobs.ts';
import { createLogger } from '../kernel/logger.ts';
import { finishCall } from './finish-call.ts';
import { placeCall } from './place-call.ts';

let scratch: ScratchDatabase;
let jobs: Jobs;
beforeAll(async () => {
  scratch = await openScratchDatabase();
  await migrate(scratch.db);
  jobs = await Jobs.start(scratch.connection, createLogger({ level: 'silent', personalData: false }));
});
afterAll(async () => {
  await jobs?.close();
  await scratch?.close();
});

test('who comes too late to end a call brings its recording, and changes nothing else', async () => {
  const { db } = scratch;
  const { accountId, agentId } = await provisionAccount(db, {
    name: 'Acme',
    plan: 'starter',
    enterpriseLimits: { callsPerMinute: 1, concurrentCalls: 1 },
    demoAgents: [{ name: 'Brief', prompt: 'You say hello.' }],
  });
  const request = { agent_id: agentId, recipient_phone: '+12025550101' };
  const { call } = await placeCall(db, { isSimulated: () => true }, accountId, request);
  const over = (ending: object) =>
    finishCall(db, jobs, call.call_id, {
      endReason: 'interrupted_by_restart',
      endedBy: 'system',
      sipCode: null,
      media: null,
      ...ending,
    });
  const ended = async () =>
    (await db.query('select end_reason, recording from calls where call_id = $1', [call.call_id]))[0];
  expect(await over({})).toBe(true);
  expect(await ended()).toEqual({ end_reason: 'interrupted_by_restart', recording: null });
  expect(await over({ endReason: 'user_hangup', recording: 'aa/first.pcm' })).toBe(false);
  expect(await over({ recording: 'aa/second.pcm' })).toBe(false);
  expect(await ended()).toEqual({ end_reason: 'interrupted_by_restart', recording: 'aa/first.pcm' });
});
