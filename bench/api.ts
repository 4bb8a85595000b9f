// npm run bench:api [-- --calls 1000000 --rounds 3 --seconds 10]: how fast the interface is. One service in a process of
// its own on a database of its own; whoever is called is a phone in a third process, and the load comes from here.
import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Permission } from '@parley/contract';
import { createKey } from '../server/src/accounts/keys.ts';
import { createAgent } from '../server/src/agents/agents.ts';
import { Fleet, type FleetAccount } from '../tests/chaos/race-fleet.ts';
import { ApiClient, closedLoop, type Measured, median, openLoop } from './api-load.ts';
import { SEEDED_DAYS, type SeededAccount, seedCalls, seedRarities } from './api-seed.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
    requests: { type: 'string', default: '200' },
    live: { type: 'string', default: '100' },
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

/** Figures of several rounds as one row: the machine's moods fall out in the median, and show in the range. */
function row(name: string, measured: readonly Measured[]): string {
  const p50s = measured.map(({ p50Ms }) => p50Ms);
  const p99s = measured.map(({ p99Ms }) => p99Ms);
  const perSecond = median(measured.map((round) => round.perSecond)).toFixed(0);
  const statuses = [...new Set(measured.flatMap((round) => Object.keys(round.statuses)))].join(' ');
  return `${name.padEnd(52)}${perSecond.padStart(6)}${ms(median(p50s))}${ms(median(p99s))}${ms(Math.min(...p99s))}${ms(Math.max(...p99s))}   ${statuses}`;
}

const HEAD = `${''.padEnd(52)}${'/s'.padStart(6)}${'p50 ms'.padStart(8)}${'p99 ms'.padStart(8)}${'best'.padStart(8)}${'worst'.padStart(8)}   status`;

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
    const { agentIds, keys } = await fleet.db.transaction(async (tx) => {
      const ids = [account.agentId];
      for (let index = 0; index < 4; index += 1) {
        ids.push(await createAgent(tx, account.accountId, { name: `Agent ${index}`, prompt: 'You say hello.' }));
      }
      const made: string[] = [];
      // 6 000 requests a minute are permitted to each.
      for (let index = 0; index < 40; index += 1) {
        const { accountId } = account;
        made.push((await createKey(tx, { accountId, permissions: Permission.options })).apiKey);
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

  /** A call to somebody who is not being called. */
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
    const steady: Measured[] = [];
    const most: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) {
      steady.push(await openLoop(200, seconds, this.#place));
      await this.untilQuiet(open);
      most.push(await closedLoop(16, { seconds }, this.#place));
      await this.untilQuiet(open);
    }
    say(row('POST /v1/call, 200 a second (open loop)', steady));
    say(row('POST /v1/call, 16 at once (closed loop)', most));
  }

  /** Calls that stay up until the bench ends. */
  async raise(count: number): Promise<void> {
    this.#fleet.callee.change({ answeredShare: 1, talkMs: [3_600_000, 3_600_000] });
    for (let index = 0; index < count; index += 1) {
      const { status } = await this.#place();
      if (status !== 201) throw new Error(`a call was refused with ${status}`);
      await delay(30);
    }
    for (;;) {
      const { body } = await this.#client.request('GET', '/calls?status=active&limit=1');
      if (body.total >= count) break;
      await delay(200);
    }
    this.#fleet.callee.change({ answeredShare: 0 });
  }

  async live(): Promise<number> {
    return (await this.#client.request('GET', '/calls?status=active&limit=1')).body.total;
  }

  #filters(): string[] {
    const [usual, , , , rare] = this.#seeded.agentIds;
    const nowS = Math.floor(Date.now() / 1000);
    const day = (before: number) => nowS - before * 86_400;
    const month = `from=${day(60)}&to=${day(30)}`;
    return [
      '',
      'limit=100',
      ...['completed', 'failed', 'initiated', 'active'].map((status) => `status=${status}`),
      `agent_id=${usual}`,
      `agent_id=${rare}`,
      `agent_id=${usual}&status=failed`,
      `agent_id=${rare}&status=completed`,
      `from=${day(7)}`,
      `to=${day(SEEDED_DAYS / 2)}`,
      month,
      `${month}&status=failed`,
      `${month}&agent_id=${usual}`,
      `${month}&agent_id=${usual}&status=completed`,
      'offset=9000',
      'offset=90000',
    ];
  }

  #readable(filter: string): string {
    const [usual, , , , rare] = this.#seeded.agentIds;
    const named = filter
      .replace(usual!, '(usual)')
      .replace(rare!, '(rare)')
      .replace(/=\d{10}/g, '=…');
    return `GET /v1/calls${named === '' ? '' : `?${named}`}`;
  }

  async list(): Promise<void> {
    const filters = this.#filters();
    const measured = filters.map((): Measured[] => []);
    const totals: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, filter] of filters.entries()) {
        const request = () => this.#client.request('GET', `/calls?${filter}`);
        totals[index] = (await request()).body.total;
        measured[index]!.push(await closedLoop(1, { requests: listRequests }, request));
      }
    }
    for (const [index, filter] of filters.entries()) {
      say(row(`${this.#readable(filter).padEnd(44)}${String(totals[index]).padStart(7)}`, measured[index]!));
    }
  }

  async seed(from: number, to: number): Promise<void> {
    await seedCalls(this.#fleet.db, this.#seeded, from, to);
    if (from === 0) await seedRarities(this.#fleet.db, this.#seeded);
    await this.#fleet.db.query('analyze calls');
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
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void bench.close().finally(() => process.exit(1)));
}
try {
  await section('an empty database', () => bench.place(0));
  say('\nstoring 100 000 calls …');
  await bench.seed(0, FEW_CALLS);
  await section('100 000 calls stored', async () => {
    await bench.place(0);
    await bench.list();
  });
  await bench.raise(liveCalls);
  await section(`100 000 calls stored, ${await bench.live()} live`, async () => {
    await bench.place(liveCalls);
    await bench.list();
  });
  say(`\n${await bench.live()} are still live; storing ${values.calls} calls …`);
  await bench.seed(FEW_CALLS, Number(values.calls));
  await section(`${values.calls} calls stored, ${await bench.live()} live`, async () => {
    await bench.place(liveCalls);
    await bench.list();
  });
} finally {
  await bench.close();
}
