import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SeededAccount, seedCalls, seedRarities } from '../../bench/api-seed.ts';
import { listFilters } from '../../bench/list-filters.ts';
import { pagePlan, planOf } from '../../bench/query-plans.ts';
import { activityStatement } from '../../server/src/agents/agent-activity.ts';
import { impactStatement } from '../../server/src/agents/agent-impact.ts';
import { createAgent } from '../../server/src/agents/change-agent.ts';
import { analyticsStatements } from '../../server/src/analytics/read-analytics.ts';
import { callPageStatements, exportCalls } from '../../server/src/calls/read-calls.ts';
import { RecordingLinks } from '../../server/src/recordings/links.ts';
import { Fleet } from '../chaos/race-fleet.ts';

/** Enough for the planner to prefer an index where there is one, and to scan the table where there is none. */
const CALLS = 50_000;

let fleet: Fleet;
let seeded: SeededAccount;

beforeAll(async () => {
  fleet = await Fleet.start({
    services: 0,
    accounts: [{ name: 'seeded', plan: 'enterprise' }],
    enterpriseLimits: { callsPerMinute: 1, concurrentCalls: 1 },
    callee: { ringMs: [0, 0], answeredShare: 0, talkMs: [0, 0] },
  });
  const { accountId, agentId, phone } = fleet.accounts[0]!;
  const agentIds = [agentId];
  for (let index = 0; index < 4; index += 1) {
    const agent = { name: `Agent ${index}`, prompt: 'You say hello.' };
    agentIds.push(
      await fleet.db.transaction((tx) => createAgent(tx, { accountId, actor: { type: 'operator', id: null } }, agent)),
    );
  }
  seeded = { accountId, agentIds, phone };
  await seedCalls(fleet.db, seeded, 0, CALLS);
  await seedRarities(fleet.db, seeded);
  await fleet.db.query('vacuum analyze calls');
});

afterAll(() => fleet?.close());

test('a page of calls is found and counted by an index, whatever the filter', async () => {
  for (const { name, query } of listFilters(seeded)) {
    const { indexes, growing } = await pagePlan(fleet.db, seeded.accountId, query);
    expect([name, growing]).toEqual([name, []]);
    expect([name, indexes.length > 0]).toEqual([name, true]);
  }
});

test('the calls of a prefix that nearly all numbers have are read from the newest on', async () => {
  const { page } = callPageStatements(seeded.accountId, { limit: 20, offset: 0, phone: '+1' });
  expect((await planOf(fleet.db, [page])).indexes).toEqual(['calls_newest']);
});

test('the calls with one person, or with few, are found by their number', async () => {
  for (const phone of ['+12000004711', '+120000047']) {
    const { indexes } = await pagePlan(fleet.db, seeded.accountId, { phone });
    expect([phone, indexes]).toEqual([phone, ['calls_newest_of_person']]);
  }
});

test('figures are found by their time, whatever they are of', async () => {
  const calls = await fleet.db.query<{ ids: string[] }>('select array_agg(call_id) as ids from calls');
  await fleet.db.query('call count_calls($1)', [calls[0]!.ids]);
  await fleet.db.query('vacuum analyze call_figures, call_value_figures');
  const to = Math.floor(Date.now() / 1000);
  const query = { from: to - 86_400, to, bucket: 'hour', group_by: 'agent' } as const;
  const statements = Object.values(analyticsStatements(seeded.accountId, query));
  const { indexes, growing } = await planOf(fleet.db, statements);
  expect(growing).not.toContain('Seq Scan');
  expect(indexes.sort()).toEqual(['call_figures_pkey', 'call_value_figures_pkey']);
});

test('who uses an agent, and when it was last used, is found without looking through its calls', async () => {
  const owner = { accountId: seeded.accountId, actor: { type: 'operator', id: null } } as const;
  const impact = await planOf(fleet.db, [impactStatement(owner, seeded.agentIds[0]!)]);
  expect(impact.indexes).toEqual(expect.arrayContaining(['calls_owned', 'calls_queued']));
  expect(impact.indexes.filter((name) => name.startsWith('calls_newest'))).toEqual([]);
  const activity = await planOf(fleet.db, [activityStatement(owner)]);
  expect(activity.indexes).toContain('calls_newest_of_agent');
});

test('an export has every call once, newest first, those of one moment too', async () => {
  const moment = '2026-01-01 00:00:00.123456+00';
  await fleet.db.query(
    `update calls set created_at = $2 where call_id in (
       select call_id from calls where account_id = $1 order by call_id limit 3000)`,
    [seeded.accountId, moment],
  );
  const links = new RecordingLinks({ secret: Buffer.from('secret'), publicUrl: () => 'http://127.0.0.1' });
  const exported: { call_id: string; created_at: number }[] = [];
  for await (const call of exportCalls(fleet.db, links, seeded.accountId, {})) exported.push(call);
  const stored = await fleet.db.query<{ call_id: string }>(
    'select call_id from calls where account_id = $1 order by created_at desc, call_id desc',
    [seeded.accountId],
  );
  expect(exported.length).toBeGreaterThan(CALLS);
  expect(exported.map(({ call_id }) => call_id)).toEqual(stored.map(({ call_id }) => call_id));
});

test('a page that no index serves would be noticed', async () => {
  await fleet.db.query('drop index calls_newest_of_agent_status, calls_newest_of_agent');
  const { growing } = await pagePlan(fleet.db, seeded.accountId, { agent_id: seeded.agentIds.at(-1)! });
  expect(growing).not.toEqual([]);
});
