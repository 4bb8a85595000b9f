// npm run bench:api [-- --calls 1000000 --rounds 3 --seconds 10]: how fast the interface is. One service in a process of
// its own on a database of its own; the callee is a phone in a third process, and the load comes from here.
import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Permission } from '@parley/contract';
import { createKey } from '../server/src/accounts/keys.ts';
import { createAgent, updateAgent } from '../server/src/agents/change-agent.ts';
import { operatorOf } from '../server/src/kernel/principal.ts';
import { Fleet, type FleetAccount } from '../tests/chaos/race-fleet.ts';
import { ApiClient, closedLoop, type Measured, median, openLoop } from './api-load.ts';
import { type SeededAccount, seedCalls, seedRarities } from './api-seed.ts';
import { listFilters } from './list-filters.ts';
import { pagePlan } from './query-plans.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
    requests: { type: 'string', default: '200' },
    live: { type: 'string', default: '100' },
    // Placing calls on an empty database, and nothing else: half a minute.
    brief: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const listRequests = Number(values.requests);
const liveCalls = Number(values.live);
const FEW_CALLS = 100_000;

const say = (line = '') => process.stdout.write(`${line}\n`);
const ms = (value: number) => value.toFixed(1).padStart(8);
const load = () => `load average ${loadavg()[0]!.toFixed(1)}`;

/** Figures of several rounds as one row: the host's moods fall out in the median, and show in the range. */
function row(name: string, measured: readonly Measured[]): string {
  const p50s = measured.map(({ p50Ms }) => p50Ms);
  const p99s = measured.map(({ p99Ms }) => p99Ms);
  const perSecond = median(measured.map((round) => round.perSecond)).toFixed(0);
  const statuses = [...new Set(measured.flatMap((round) => Object.keys(round.statuses)))].join(' ');
  return `${name.padEnd(70)}${perSecond.padStart(6)}${ms(median(p50s))}${ms(median(p99s))}${ms(Math.min(...p99s))}${ms(Math.max(...p99s))}   ${statuses}`;
}

const HEAD = `${''.padEnd(70)}${'/s'.padStart(6)}${'p50 ms'.padStart(8)}${'p99 ms'.padStart(8)}${'best'.padStart(8)}${'worst'.padStart(8)}   status`;

class Bench {
  readonly #fleet: Fleet;
  readonly #account: FleetAccount;
  readonly #seeded: SeededAccount;
  readonly #client: ApiClient;
  #nextNumber = 0;

  private constructor(fleet: Fleet, seeded: SeededAccount, client: ApiClient) {
    this.#fleet = fleet;
    this.#account = fleet.accounts[0]!;
    this.#seeded = seeded;
    this.#client = client;
  }

  static async start(): Promise<Bench> {
    const fleet = await Fleet.start({
      services: 1,
      accounts: [{ name: 'bench', plan: 'enterprise' }],
      enterpriseLimits: { callsPerMinute: 30_000, concurrentCalls: 2000 },
      callee: { ringMs: [50, 200], answeredShare: 0, talkMs: [0, 0] },
    });
    const account = fleet.accounts[0]!;
    const patience = { turn_taking: { reminder_ms: 60_000, end_ms: 120_000 } };
    const operator = { accountId: account.accountId, permissions: [], actor: { type: 'operator', id: null } } as const;
    await updateAgent(fleet.db, operator, account.agentId, patience);
    const { agentIds, keys } = await fleet.db.transaction(async (tx) => {
      const ids = [account.agentId];
      for (let index = 0; index < 4; index += 1) {
        ids.push(await createAgent(tx, operator, { name: `Agent ${index}`, prompt: 'You say hello.' }));
      }
      const made: string[] = [];
      // 6 000 requests a minute are permitted to each.
      for (let index = 0; index < 40; index += 1) {
        const { accountId } = account;
        made.push(
          (await createKey(tx, operatorOf(accountId), { name: null, permissions: Permission.options })).api_key,
        );
      }
      return { agentIds: ids, keys: made };
    });
    // As it would be after the first minute of the database's life.
    await fleet.db.query('analyze');
    const client = new ApiClient({ origin: fleet.origins[0]!, keys, connections: 64 });
    return new Bench(fleet, { accountId: account.accountId, agentIds, phone: account.phone }, client);
  }

  async close(): Promise<void> {
    this.#client.close();
    await this.#fleet.close();
  }

  /** A call to a number that is not in a call. */
  readonly #place = () => {
    this.#nextNumber += 1;
    const recipient_phone = `+4930${String(this.#nextNumber).padStart(8, '0')}`;
    return this.#client.request('POST', '/call', { agent_id: this.#account.agentId, recipient_phone });
  };

  async untilQuiet(open: number): Promise<void> {
    for (;;) {
      const [lines] = await this.#fleet.db.query<{ taken: number }>(
        'select count(*) as taken from call_slots where call_id is not null',
      );
      if (lines!.taken <= open) return;
      await delay(200);
    }
  }

  async place(open: number): Promise<void> {
    const usual: Measured[] = [];
    const steady: Measured[] = [];
    const most: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await this.#raise(open);
      usual.push(await openLoop(20, seconds, this.#place));
      await this.untilQuiet(open);
      steady.push(await openLoop(200, seconds, this.#place));
      await this.untilQuiet(open);
      most.push(await closedLoop(16, { seconds }, this.#place));
      await this.untilQuiet(open);
    }
    say(row('POST /v1/call, 20 a second (open loop)', usual));
    say(row('POST /v1/call, 200 a second (open loop)', steady));
    say(row('POST /v1/call, 16 at once (closed loop)', most));
  }

  /**
   * So many calls that are answered and stay up, in the place of those that have ended. The callees are silent, so the
   * agents must be patient, and hang up after three minutes all the same.
   */
  async #raise(count: number): Promise<void> {
    if (count === 0) return;
    this.#fleet.callee.change({ answeredShare: 1, talkMs: [3_600_000, 3_600_000] });
    for (let missing = count - (await this.live()); missing > 0; missing -= 1) {
      const { status } = await this.#place();
      if (status !== 201) throw new Error(`a call was refused with ${status}`);
      await delay(30);
    }
    while ((await this.live()) < count) await delay(200);
    this.#fleet.callee.change({ answeredShare: 0 });
  }

  async live(): Promise<number> {
    return (await this.#client.request('GET', '/calls?status=active&limit=1')).body.total;
  }

  async list(open: number): Promise<void> {
    const filters = [
      ...listFilters(this.#seeded),
      { name: 'offset=9000', query: { offset: 9000 } },
      { name: 'offset=90000', query: { offset: 90_000 } },
    ];
    const measured = filters.map((): Measured[] => []);
    const totals: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await this.#raise(open);
      for (const [index, { query }] of filters.entries()) {
        const words = Object.entries(query).map(([name, value]) => `${name}=${value}`);
        const request = () => this.#client.request('GET', `/calls?${words.join('&')}`);
        totals[index] = (await request()).body.total;
        measured[index]!.push(await closedLoop(1, { requests: listRequests }, request));
      }
    }
    for (const [index, { name }] of filters.entries()) {
      say(row(`GET /v1/calls${name && `?${name}`}`.padEnd(63) + String(totals[index]).padStart(7), measured[index]!));
    }
  }

  /** Which index serves each filter; a filter that none serves is an error. */
  async plans(): Promise<void> {
    for (const { name, query } of listFilters(this.#seeded)) {
      const { indexes, growing } = await pagePlan(this.#fleet.db, this.#seeded.accountId, query);
      say(`GET /v1/calls${name && `?${name}`}`.padEnd(63) + indexes.join(', '));
      if (growing.length > 0) throw new Error(`GET /v1/calls?${name} costs more with every call: ${growing}`);
    }
  }

  async seed(from: number, to: number): Promise<void> {
    await seedCalls(this.#fleet.db, this.#seeded, from, to);
    if (from === 0) await seedRarities(this.#fleet.db, this.#seeded);
    await this.#fleet.db.query('vacuum analyze calls');
  }
}

async function section(title: string, work: () => Promise<void>): Promise<void> {
  say();
  say(`${title} (${load()})`);
  say(HEAD);
  await work();
}

say(`${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}; medians of ${rounds} rounds`);
const bench = await Bench.start();
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // npm passes a signal on that its child has had already: the second one must not leave the services behind.
  process.on(signal, () => {
    if (!stopping) void bench.close().finally(() => process.exit(1));
    stopping = true;
  });
}
try {
  await section('an empty database', () => bench.place(0));
  if (!values.brief) await sections();
} finally {
  await bench.close();
}

async function sections(): Promise<void> {
  say('\nstoring 100 000 calls …');
  await bench.seed(0, FEW_CALLS);
  await section('100 000 calls stored', async () => {
    await bench.place(0);
    await bench.list(0);
  });
  await section(`100 000 calls stored, ${liveCalls} live`, async () => {
    await bench.place(liveCalls);
    await bench.list(liveCalls);
  });
  say(`\nstoring ${values.calls} calls …`);
  await bench.seed(FEW_CALLS, Number(values.calls));
  await section(`${values.calls} calls stored`, () => bench.list(0));
  say('\nthe indexes that PostgreSQL takes for them');
  await bench.plans();
  await section(`${values.calls} calls stored, ${liveCalls} live`, async () => {
    await bench.place(liveCalls);
    await bench.list(liveCalls);
  });
}
