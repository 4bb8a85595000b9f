import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProvisionedAccount, provisionAccount } from '../accounts/provision.ts';
import { AgentVersions } from '../agents/agent-versions.ts';
import { listSuppressions } from '../compliance/list-suppressions.ts';
import { suppress } from '../compliance/suppressions.ts';
import { openScratchTables, type ScratchDatabase } from '../db/testing/scratch-database.ts';
import { Jobs } from '../jobs/jobs.ts';
import { createLogger } from '../kernel/logger.ts';
import { systemOf } from '../kernel/principal.ts';
import { RecordingLinks } from '../recordings/links.ts';
import { claimFromBatches } from './batch-dispatch.ts';
import type { CallEnding } from './call-ending.ts';
import { advance } from './call-record.ts';
import { finishCall } from './finish-call.ts';
import { placeCall } from './place-call.ts';

let scratch: ScratchDatabase;
let jobs: Jobs;
beforeAll(async () => {
  scratch = await openScratchTables();
  jobs = await Jobs.start(scratch.db, createLogger({ level: 'silent', personalData: false }));
});
afterAll(async () => {
  await jobs?.close();
  await scratch?.close();
});

const newAccount = () =>
  provisionAccount(scratch.db, {
    name: 'Acme',
    plan: 'growth',
    enterpriseLimits: { callsPerMinute: 1, concurrentCalls: 1 },
    demoAgents: [{ name: 'Brief', prompt: 'You say hello.' }],
  });

const PHONE = '+12025550101';

async function place({ accountId, agentId }: ProvisionedAccount, phone = PHONE): Promise<string> {
  const request = { agent_id: agentId, recipient_phone: phone };
  return (
    await placeCall(
      scratch.db,
      { routesTo: async () => [{ name: 'simulated', simulated: true, callerId: null }] },
      systemOf(accountId),
      request,
    )
  ).call.call_id;
}

function finish(callId: string, ending: Partial<CallEnding>): Promise<boolean> {
  return finishCall(scratch.db, { jobs, analyzer: null }, callId, {
    endReason: 'interrupted_by_restart',
    endedBy: 'system',
    sipCode: null,
    media: null,
    ...ending,
  });
}

async function answer(callId: string): Promise<void> {
  await scratch.db.query("update calls set state = 'dialing' where call_id = $1", [callId]);
  await scratch.db.transaction((tx) => advance(tx, callId, 'answered', { answeredAt: new Date() }));
}

const suppressed = async ({ accountId }: ProvisionedAccount) =>
  (await listSuppressions(scratch.db, accountId, {})).data.map(({ phone_number, source, call_id }) => [
    ...[phone_number, source, call_id],
  ]);

test('a second end of a call adds its recording, and changes nothing else', async () => {
  const { db } = scratch;
  const callId = await place(await newAccount());
  const ended = async () => (await db.query('select end_reason, recording from calls where call_id = $1', [callId]))[0];
  expect(await finish(callId, {})).toBe(true);
  expect(await ended()).toEqual({ end_reason: 'interrupted_by_restart', recording: null });
  expect(await finish(callId, { endReason: 'user_hangup', recording: 'aa/first.pcm' })).toBe(false);
  expect(await finish(callId, { recording: 'aa/second.pcm' })).toBe(false);
  expect(await ended()).toEqual({ end_reason: 'interrupted_by_restart', recording: 'aa/first.pcm' });
});

test('of several who end an answered call at once one does, and its slot is free once', async () => {
  const { db } = scratch;
  const account = await newAccount();
  const callId = await place(account);
  await answer(callId);
  const links = new RecordingLinks({ secret: Buffer.from('secret'), publicUrl: () => 'http://127.0.0.1' });
  const analyzer = { agentVersions: new AgentVersions(), links, analyst: null };
  const media = { recording: null, responseMs: [], usage: [], turns: [], outcomeHint: null, warnings: [], stats: null };
  const ending = {
    endReason: 'user_hangup',
    endedBy: 'user',
    sipCode: null,
    media: { ...media, answeredBy: 'unknown' },
  } as const;
  const enders = Array.from({ length: 8 }, () => finishCall(db, { jobs, analyzer }, callId, ending));
  expect((await Promise.all(enders)).filter((isOurs) => isOurs)).toHaveLength(1);
  const events = await db.query("select type from call_events where call_id = $1 and event = 'over'", [callId]);
  expect(events).toHaveLength(1);
  const [call] = await db.query(
    'select status, end_reason, analyzed_at is not null as analyzed from calls where call_id = $1',
    [callId],
  );
  expect(call).toEqual({ status: 'completed', end_reason: 'user_hangup', analyzed: true });
  expect(await db.query('select from call_slots where call_id = $1', [callId])).toEqual([]);
});

test('a person who opts out is not called again by this account, but by others', async () => {
  const [account, other] = [await newAccount(), await newAccount()];
  const callId = await place(account);
  await answer(callId);
  await finish(callId, { endReason: 'opted_out', endedBy: 'agent' });
  await finish(callId, { endReason: 'opted_out', endedBy: 'agent' });
  expect(await suppressed(account)).toEqual([[PHONE, 'call', callId]]);
  const log = await scratch.db.query<{ actor_type: string; after: unknown }>(
    "select actor_type, after from audit_log where account_id = $1 and action = 'suppression.created'",
    [account.accountId],
  );
  expect(log).toEqual([{ actor_type: 'system', after: expect.objectContaining({ source: 'call', call_id: callId }) }]);
  expect(JSON.stringify(log)).not.toContain(PHONE);
  await expect(place(account)).rejects.toMatchObject({ code: 'unprocessable', param: 'recipient_phone' });
  await expect(place(account, '+12025550102')).resolves.toMatch(/^call_/);
  await expect(place(other)).resolves.toMatch(/^call_/);
});

test('an outcome that the model names is an opt-out, too', async () => {
  const account = await newAccount();
  const callId = await place(account);
  await answer(callId);
  const media = {
    recording: null,
    responseMs: [],
    usage: [],
    turns: [],
    outcomeHint: 'opted_out',
    warnings: [],
    stats: null,
  };
  await finish(callId, { endReason: 'agent_hangup', media: { ...media, answeredBy: 'human' } as never });
  expect(await suppressed(account)).toEqual([[PHONE, 'call', callId]]);
});

test('of a call that came in, the caller is who opts out; a number that was withheld cannot be kept', async () => {
  const account = await newAccount();
  const comesIn = async (from: string | null) => {
    const callId = await place(account);
    await scratch.db.query("update calls set direction = 'inbound', from_number = $2 where call_id = $1", [
      callId,
      from,
    ]);
    await answer(callId);
    await finish(callId, { endReason: 'opted_out', endedBy: 'agent' });
    return callId;
  };
  await comesIn(null);
  const callId = await comesIn('+4930123456');
  expect(await suppressed(account)).toEqual([['+4930123456', 'call', callId]]);
});

test('a recipient of a batch who is suppressed by then is blocked, and the next one is called', async () => {
  const account = await newAccount();
  const { accountId, agentId } = account;
  const batchId = 'batch_a';
  await scratch.db.query(
    `insert into batches (batch_id, account_id, agent_id, schedule_at, total, queued) values ($1, $2, $3, now(), 2, 2)`,
    [batchId, accountId, agentId],
  );
  await scratch.db.query(
    `insert into calls (call_id, account_id, agent_id, agent_version, batch_id, direction, recipient_phone, variables,
       max_duration_s, ring_timeout_s, simulated, route, state, status)
     select id, $1, $2, 1, $3, 'outbound', phone, '{}', 60, 30, true, 'simulated', 'queued', 'initiated'
     from (values ('call_a', $4), ('call_b', '+12025550102')) as r (id, phone)`,
    [accountId, agentId, batchId, PHONE],
  );
  await suppress(scratch.db, { accountId, phone: PHONE, reason: null, source: 'api', callId: null });
  const claim = () => scratch.db.transaction((tx) => claimFromBatches(tx, { jobs, analyzer: null }, accountId, 'node'));
  expect(await claim()).toEqual({ outcome: 'ended' });
  expect(await claim()).toMatchObject({ outcome: 'dial', call: { recipient_phone: '+12025550102' } });
  const [blocked] = await scratch.db.query("select status, end_reason from calls where call_id = 'call_a'");
  expect(blocked).toEqual({ status: 'failed', end_reason: 'blocked' });
});
