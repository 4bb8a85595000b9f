import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SeededAccount, seedCalls, seedRarities } from '../../bench/api-seed.ts';
import { listFilters } from '../../bench/list-filters.ts';
import { pagePlan } from '../../bench/query-plans.ts';
import { createAgent } from '../../server/src/agents/change-agent.ts';
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

test('a page that no index serves would be noticed', async () => {
  await fleet.db.query('drop index calls_newest_of_agent_status, calls_newest_of_agent');
  const { growing } = await pagePlan(fleet.db, seeded.accountId, { agent_id: seeded.agentIds.at(-1)! });
  expect(growing).not.toEqual([]);
});
