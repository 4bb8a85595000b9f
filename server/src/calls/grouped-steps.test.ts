import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProvisionedAccount, provisionAccount } from '../accounts/provision.ts';
import { AgentVersions } from '../agents/agent-versions.ts';
import { openScratchTables, type ScratchDatabase } from '../db/testing/scratch-database.ts';
import { Jobs } from '../jobs/jobs.ts';
import { createLogger } from '../kernel/logger.ts';
import { systemOf } from '../kernel/principal.ts';
import { RecordingLinks } from '../recordings/links.ts';
import { AnswerStore } from './answer-store.ts';
import type { CallEnding } from './call-ending.ts';
import { StaleCallError } from './call-record.ts';
import { EndStore } from './end-store.ts';
import { placeCall } from './place-call.ts';

let scratch: ScratchDatabase;
let jobs: Jobs;
let account: ProvisionedAccount;
let answers: AnswerStore;
let ends: EndStore;
let placed = 0;
beforeAll(async () => {
  scratch = await openScratchTables();
  jobs = await Jobs.start(scratch.db, createLogger({ level: 'silent', personalData: false }));
  account = await provisionAccount(scratch.db, {
    name: 'Acme',
    plan: 'enterprise',
    enterpriseLimits: { callsPerMinute: 100, concurrentCalls: 100 },
    demoAgents: [{ name: 'Brief', prompt: 'You say hello.' }],
  });
  const links = new RecordingLinks({ secret: Buffer.from('secret'), publicUrl: () => 'http://127.0.0.1' });
  const finish = { jobs, analyzer: { agentVersions: new AgentVersions(), links, analyst: null } };
  answers = new AnswerStore(scratch.db);
  ends = new EndStore(scratch.db, finish);
});
afterAll(async () => {
  await jobs?.close();
  await scratch?.close();
});

async function place(): Promise<string> {
  placed += 1;
  const routing = { routesTo: async () => [{ name: 'simulated', simulated: true, callerId: null }] };
  const request = { agent_id: account.agentId, recipient_phone: `+1202555${String(placed).padStart(4, '0')}` };
  return (await placeCall(scratch.db, routing, systemOf(account.accountId), request)).call.call_id;
}

/** Calls that are dialled, with a slot each. */
async function dialled(count: number): Promise<string[]> {
  const callIds = await Promise.all(Array.from({ length: count }, place));
  await scratch.db.query("update calls set state = 'dialing', owner = 'node' where call_id = any($1)", [callIds]);
  return callIds;
}

/** Keeps the row of a call locked until the returned function is called. */
async function lock(callId: string): Promise<() => Promise<void>> {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction = scratch.db.transaction(async (tx) => {
    await tx.query('select from calls where call_id = $1 for update', [callId]);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  return async () => {
    released.resolve();
    await transaction;
  };
}

const state = async (callIds: readonly string[]) =>
  scratch.db.query(
    `select state, status, end_reason, sip_code, ended_at >= answered_at as in_order, transcript, latency, media_stats,
       outcome is not null as analyzed, (select count(*) from call_slots s where s.call_id = calls.call_id) as slots,
       array(select coalesce(event, type) from call_events e where e.call_id = calls.call_id order by seq) as events
     from calls where call_id = any($1) order by array_position($1, call_id)`,
    [callIds],
  );
const answered = (callId: string) => {
  const token = { carrier: 'simulated', dialog: { of: callId } };
  return answers.store({ callId, token, answeredAt: new Date() });
};
const hungUp: CallEnding = {
  endReason: 'user_hangup',
  endedBy: 'user',
  sipCode: null,
  endedAt: new Date(),
  media: {
    ...{ recording: null, responseMs: [120.4], usage: [], outcomeHint: null, warnings: [], stats: null },
    turns: [{ role: 'agent', text: 'Hello “there”.', at_ms: 0, interrupted: false } as never],
    answeredBy: 'human',
  },
};

test('calls that are answered and end together are each stored whole', async () => {
  const callIds = await dialled(6);
  expect(await Promise.all(callIds.map(answered))).toEqual(callIds.map(() => 'moved'));
  expect(await Promise.all(callIds.map(answered))).toEqual(callIds.map(() => 'known'));
  const tokens = await scratch.db.query('select dialog from calls where call_id = any($1) order by call_id', [callIds]);
  expect(tokens).toEqual(
    [...callIds].sort().map((callId) => ({ dialog: { carrier: 'simulated', dialog: { of: callId } } })),
  );
  expect(await Promise.all(callIds.map((callId) => ends.finish(callId, hungUp)))).toEqual(callIds.map(() => true));
  const ended = {
    ...{ state: 'ended', status: 'completed', end_reason: 'user_hangup', sip_code: 200, in_order: true, slots: 0 },
    ...{ analyzed: true, transcript: hungUp.media!.turns, media_stats: null },
    latency: expect.objectContaining({ turn_p50_ms: 120, turns: 1 }),
    events: ['accepted', 'answered', 'over', 'call.analyzed'],
  };
  expect(await state(callIds)).toEqual(callIds.map(() => ended));
  expect(await Promise.all(callIds.map((callId) => ends.finish(callId, hungUp)))).toEqual(callIds.map(() => false));
});

test('a call that another transaction has locked keeps no other waiting, and follows', async () => {
  const [held, ...others] = (await dialled(4)) as [string, ...string[]];
  const releaseAnswer = await lock(held);
  const answering = answered(held);
  expect(await Promise.all(others.map(answered))).toEqual(others.map(() => 'moved'));
  await releaseAnswer();
  expect(await answering).toBe('moved');
  const releaseEnd = await lock(held);
  const ending = ends.finish(held, hungUp);
  expect(await Promise.all(others.map((callId) => ends.finish(callId, hungUp)))).toEqual(others.map(() => true));
  await releaseEnd();
  expect(await ending).toBe(true);
  expect(await state([held])).toEqual([expect.objectContaining({ state: 'ended', slots: 0 })]);
});

test('what cannot be stored of one call is a fault of that call alone', async () => {
  const [spoiled, ...others] = (await dialled(3)) as [string, ...string[]];
  await Promise.all([spoiled, ...others].map(answered));
  const words = { ...hungUp, media: { ...hungUp.media!, responseMs: [1e300] } };
  const ending = ends.finish(spoiled, words);
  const endings = others.map((callId) => ends.finish(callId, hungUp));
  await expect(ending).rejects.toThrow();
  expect(await Promise.all(endings)).toEqual(others.map(() => true));
  expect(await ends.finish(spoiled, hungUp)).toBe(true);
});

test('words that text has no room for are stored without it', async () => {
  const [spoiled, other] = (await dialled(2)) as [string, string];
  await Promise.all([spoiled, other].map(answered));
  const turn = { ...hungUp.media!.turns[0]!, text: 'a\0b \ud83d c' };
  const ending = { ...hungUp, media: { ...hungUp.media!, turns: [turn] } };
  expect(await Promise.all([ends.finish(spoiled, ending), ends.finish(other, hungUp)])).toEqual([true, true]);
  expect(await state([spoiled])).toEqual([
    expect.objectContaining({ status: 'completed', transcript: [{ ...turn, text: 'ab \ufffd c' }] }),
  ]);
});

test('each of them is known for what it is: ended, not dialled yet, unknown, wanted by a webhook', async () => {
  const [gone, live, wanted] = (await dialled(3)) as [string, string, string];
  const queued = await place();
  await ends.finish(gone, { ...hungUp, media: null });
  expect(await Promise.allSettled([gone, queued, 'call_of_nobody', live].map(answered))).toEqual([
    { status: 'fulfilled', value: 'known' },
    { status: 'rejected', reason: expect.any(StaleCallError) },
    { status: 'rejected', reason: expect.objectContaining({ message: 'call call_of_nobody does not exist' }) },
    { status: 'fulfilled', value: 'moved' },
  ]);
  await scratch.db.query(
    `insert into webhooks (webhook_id, account_id, url, secret, events, source)
     values ('wh_a', $1, 'https://example.com', 'secret', '{call.answered,call.completed}', 'api')`,
    [account.accountId],
  );
  expect(await answered(wanted)).toBe('wanted');
  expect(await state([wanted])).toEqual([expect.objectContaining({ state: 'dialing', events: ['accepted'] })]);
  expect(await ends.finish(live, hungUp)).toBe(true);
  const sent = await scratch.db.query(
    "select type from webhook_events where account_id = $1 and type <> 'webhook.test'",
    [account.accountId],
  );
  expect(sent).toEqual([{ type: 'call.completed' }]);
});
