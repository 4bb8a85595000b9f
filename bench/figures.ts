// npm run bench:figures [-- --calls 1000000]: how long the database takes for what pages ask of very many calls: figures,
// lists by filter, and the first page of an export. On a database of its own, without a service.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { AnalyticsQuery } from '@parley/contract';
import { createAgent } from '../server/src/agents/change-agent.ts';
import { readAnalytics } from '../server/src/analytics/read-analytics.ts';
import { readHome } from '../server/src/analytics/read-home.ts';
import { exportCalls, readCallPage } from '../server/src/calls/read-calls.ts';
import { operatorOf } from '../server/src/kernel/principal.ts';
import { RecordingLinks } from '../server/src/recordings/links.ts';
import { Fleet } from '../tests/chaos/race-fleet.ts';
import { SEEDED_DAYS, seedCalls, seedRarities } from './api-seed.ts';
import { listFilters } from './list-filters.ts';

const { values } = parseArgs({ options: { calls: { type: 'string', default: '1000000' } } });
const calls = Number(values.calls);
const ROUNDS = 5;

const say = (line = '') => process.stdout.write(`${line}\n`);

async function time(name: string, work: () => Promise<unknown>): Promise<void> {
  const tookMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedMs = performance.now();
    await work();
    tookMs.push(performance.now() - startedMs);
  }
  tookMs.sort((a, b) => a - b);
  say(
    `${name.padEnd(62)}${tookMs[Math.floor(ROUNDS / 2)]!.toFixed(1).padStart(9)}${tookMs.at(-1)!.toFixed(1).padStart(9)}`,
  );
}

const fleet = await Fleet.start({
  services: 0,
  accounts: [{ name: 'bench', plan: 'enterprise' }],
  enterpriseLimits: { callsPerMinute: 1, concurrentCalls: 1 },
  callee: { ringMs: [0, 0], answeredShare: 0, talkMs: [0, 0] },
});
try {
  const { accountId, agentId, phone } = fleet.accounts[0]!;
  const agentIds = [agentId];
  for (let index = 0; index < 4; index += 1) {
    const settings = { name: `Agent ${index}`, prompt: 'You say hello.' };
    agentIds.push(await fleet.db.transaction((tx) => createAgent(tx, operatorOf(accountId), settings)));
  }
  const seeded = { accountId, agentIds, phone };
  await seedCalls(fleet.db, seeded, 0, calls);
  await seedRarities(fleet.db, seeded);
  // Ten responses of each call that was answered.
  await fleet.db.query(
    `update calls set responses_ms = array(select (400 + 900 * random() * random())::int from generate_series(1, 10))
     where answered_at is not null`,
  );
  await fleet.db.query('vacuum analyze calls');
  const startedMs = performance.now();
  const ids = await fleet.db.query<{ call_id: string }>("select call_id from calls where state = 'ended'");
  for (let first = 0; first < ids.length; first += 5000) {
    await fleet.db.query('call count_calls($1)', [ids.slice(first, first + 5000).map((row) => row.call_id)]);
  }
  const countedS = (performance.now() - startedMs) / 1000;
  await fleet.db.query('vacuum analyze call_figures, call_value_figures');
  const rows = await fleet.db.query<{ name: string; rows: number }>(
    `select 'call_figures' as name, count(*)::int as rows from call_figures
     union all select 'call_value_figures', count(*)::int from call_value_figures`,
  );
  say(`${cpus()[0]?.model}, ${cpus().length} cores, load average ${loadavg()[0]!.toFixed(1)}`);
  say(
    `${calls} calls in ${SEEDED_DAYS} days, counted in ${countedS.toFixed(0)} s; ${rows.map((row) => `${row.name} ${row.rows}`).join(', ')}`,
  );
  say(`${''.padEnd(62)}${'median ms'.padStart(9)}${'worst'.padStart(9)}`);
  const to = Math.floor(Date.now() / 1000) + 60;
  const analytics = (name: string, days: number, query: Partial<AnalyticsQuery>) =>
    time(`figures: ${name}`, () => readAnalytics(fleet.db, accountId, { from: to - days * 86_400, to, ...query }));
  await analytics('1 day by hours', 1, { bucket: 'hour' });
  await analytics('30 days by days, Asia/Kolkata', 30, { bucket: 'day', time_zone: 'Asia/Kolkata' });
  await analytics('30 days by days, of each agent', 30, { bucket: 'day', group_by: 'agent' });
  await analytics('90 days by days', 90, { bucket: 'day' });
  await analytics('90 days by weeks, of each agent', 90, { bucket: 'week', group_by: 'agent' });
  await analytics('90 days by weeks, of each number', 90, { bucket: 'week', group_by: 'number' });
  const links = new RecordingLinks({ secret: Buffer.from('secret'), publicUrl: () => 'http://127.0.0.1' });
  await time('the first page', () => readHome(fleet.db, links, accountId, 'America/New_York'));
  const list = (name: string, query: object) =>
    time(`GET /v1/calls?${name}`, () => readCallPage(fleet.db, links, accountId, query));
  for (const { name, query } of listFilters(seeded)) await list(name, query);
  await list('phone=+1 (all)', { phone: '+1' });
  await list('phone=+12000004711', { phone: '+12000004711' });
  await list('phone=+120000047', { phone: '+120000047' });
  await list('phone=+12000 (100 000)', { phone: '+12000' });
  await list('end_reason=busy&sentiment=negative (none)', { end_reason: 'busy', sentiment: 'negative' });
  const started = performance.now();
  let exported = 0;
  for await (const _ of exportCalls(fleet.db, links, accountId, { from: to - 9 * 86_400 })) exported += 1;
  say(`export: ${exported} calls, ${Math.round(exported / ((performance.now() - started) / 1000))} a second`);
} finally {
  await fleet.close();
}
