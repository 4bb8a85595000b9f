import type { ListBatches } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planOf } from '../../bench/query-plans.ts';
import { RESULT_GROUP } from '../../server/src/batches/batch-results.ts';
import { batchPageStatements } from '../../server/src/batches/list-batches.ts';
import { CANDIDATES, DUE_ACCOUNTS } from '../../server/src/calls/batch-dispatch.ts';
import { Fleet } from '../chaos/race-fleet.ts';

const BATCHES = 20_000;
const CALLS = 20_000;
/** It has half of the calls. */
const LARGE_BATCH = 'batch_00000108';

let fleet: Fleet;
let accountId: string;
let agentId: string;

beforeAll(async () => {
  fleet = await Fleet.start({
    services: 0,
    accounts: [{ name: 'seeded', plan: 'enterprise' }],
    enterpriseLimits: { callsPerMinute: 1, concurrentCalls: 1 },
    callee: { ringMs: [0, 0], answeredShare: 0, talkMs: [0, 0] },
  });
  ({ accountId, agentId } = fleet.accounts[0]!);
  // Of a hundred batches one was canceled, one waits, and one is paused; all others are over.
  await fleet.db.query(
    `insert into batches (batch_id, account_id, agent_id, schedule_at, created_at, canceled_at, paused_at, total, queued,
       failed)
     select 'batch_' || lpad(no::text, 8, '0'), $1, $2, at, at, case when no % 100 = 7 then at end,
       case when no % 100 = 9 then at end, 2, case when no % 100 in (8, 9) then 2 else 0 end,
       case when no % 100 in (8, 9) then 0 else 2 end
     from (select no, now() - make_interval(mins => no) as at from generate_series(1, $3) as no) as made`,
    [accountId, agentId, BATCHES],
  );
  await fleet.db.query(
    `insert into calls (call_id, account_id, agent_id, agent_version, batch_id, direction, recipient_phone, variables,
       max_duration_s, ring_timeout_s, simulated, route, state, status)
     select 'call_' || lpad(no::text, 8, '0'), $1, $2, 1, case when no % 2 = 0 then $4 else 'batch_' || lpad((no % 200 * 100 + 8)::text, 8, '0') end,
       'outbound', '+1415' || lpad(no::text, 7, '0'), '{}', 60, 30, true, 'simulated', 'queued', 'initiated'
     from generate_series(1, $3) as no`,
    [accountId, agentId, CALLS, LARGE_BATCH],
  );
  await fleet.db.query('vacuum analyze batches');
  await fleet.db.query('vacuum analyze calls');
});

afterAll(() => fleet?.close());

test('a page of batches is found and counted by an index, whatever the filter', async () => {
  const filters: ListBatches[] = [
    {},
    { offset: 500 },
    { agent_id: agentId },
    ...(['scheduled', 'in_progress', 'completed', 'canceled'] as const).map((status) => ({ status })),
  ];
  for (const filter of filters) {
    const { counted, page } = batchPageStatements(accountId, { limit: 20, offset: 0, ...filter });
    const { indexes, growing } = await planOf(fleet.db, [page]);
    expect([filter, growing]).toEqual([filter, []]);
    expect([filter, indexes.length]).toEqual([filter, 1]);
    expect((await fleet.db.query(counted.text, counted.values)).length).toBe(1);
  }
});

test('the dispatcher sees the batches that wait, and no others', async () => {
  const due = await planOf(fleet.db, [{ text: DUE_ACCOUNTS, values: [] }]);
  expect(due.indexes).toEqual(['batches_waiting']);
  // As many trunks as there are where their number matters.
  await fleet.db.query(
    `insert into trunks (trunk_id, account_id, name, host, port, transport, authentication, srtp, inbound_addresses, disabled)
     select 'trk_' || no, $1, 'A trunk', '192.0.2.1', 5060, 'udp', 'none', 'off', '{}', false from generate_series(1, 2000) as no`,
    [accountId],
  );
  await fleet.db.query('analyze trunks');
  const candidates = await planOf(fleet.db, [{ text: CANDIDATES, values: [accountId] }]);
  expect(candidates.indexes.sort()).toEqual([
    'batches_waiting',
    'calls_queued_of_batch',
    'trunk_slots_free',
    'trunks_pkey',
  ]);
  expect(candidates.growing).not.toContain('Seq Scan');
});

test('a group of results is read by an index, and not sorted', async () => {
  const values = [LARGE_BATCH, '2020-01-01', '', 200];
  const { indexes, growing } = await planOf(fleet.db, [{ text: RESULT_GROUP, values }]);
  expect([indexes, growing]).toEqual([['calls_newest_of_batch'], []]);
});

test('counting a call in its batch touches no index', async () => {
  const updates = async () => {
    await fleet.db.query('select pg_stat_force_next_flush()');
    const [row] = await fleet.db.query<{ all: number; hot: number }>(
      "select n_tup_upd::int as all, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'batches'",
    );
    return row!;
  };
  await fleet.db.query('update batches set total = 1000, queued = 1000 where batch_id = $1', [LARGE_BATCH]);
  const before = await updates();
  for (let call = 0; call < 100; call += 1) {
    await fleet.db.query(
      'update batches set queued = queued - 1, in_progress = in_progress + 1, last_dispatch_at = now() where batch_id = $1',
      [LARGE_BATCH],
    );
  }
  const after = await updates();
  expect(after.all - before.all).toBe(100);
  expect(after.hot - before.hot).toBeGreaterThan(90);
});
