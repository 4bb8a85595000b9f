import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { connectDatabase, type Database, findRunningDatabase } from '../../server/src/db/index.ts';
import { freePort } from '../../tests/support/ports.ts';
import { Service } from '../../tests/support/service.ts';
import { DatabaseProcesses } from '../chaos/database-processes.ts';
import { processMemory } from '../process-memory.ts';
import { AbortingPeer } from './aborting-peer.ts';
import { Load, type RoundReport } from './load.ts';
import { familyCpu, familyCpuSinceS, processCpuS, threadsCpu } from './process-cpu.ts';

/** The number that a first start gives to its agent. */
const OUR_NUMBER = '+12025550150';
const CONCURRENCY = 40;
const MOST_CONCURRENT = 300;
const HOLD_MS = 100;
const LOOK_AGAIN_MS = 100;
/** Backends report what they have done at most once a second. */
const STATISTICS_MS = 1500;
/** 32 s for an ACK that never comes, as long for the response to the BYE (RFC 3261, 64·T1 each). */
const ABORTED_OVER_MS = 65_000;
/** RTP ports for them, each with the calls before it that close. */
const RTP_PORTS = '42000-43999';

export interface ServiceFigures {
  readonly round: RoundReport;
  /** CPU ms a call: the service by thread, and the database. */
  readonly threads: readonly { readonly name: string; readonly ms: number }[];
  readonly serviceMs: number;
  readonly databaseMs: number;
  /** Transactions a call, those of what runs by itself too. */
  readonly commits: number;
}

/** What calls take up, and give back. */
export interface Held {
  readonly files: number;
  readonly slots: number;
  readonly calls: number;
  readonly rssMb: number;
}

/** What the threads of a service are called by the kernel. */
const THREADS: Readonly<Record<string, string>> = {
  MainThread: 'main thread',
  WorkerThread: 'media and speech',
  V8Worker: 'V8: compiling, collecting',
  'libuv-worker': 'files',
};

/** A service with a trunk, and the trunk: a process of its own. */
export class WholeService {
  readonly service: Service;
  readonly #trunkPort: number;
  readonly #database: Database;

  private constructor(service: Service, trunkPort: number, database: Database) {
    this.service = service;
    this.#trunkPort = trunkPort;
    this.#database = database;
  }

  static async start(environment: Record<string, string> = {}): Promise<WholeService> {
    const port = await freePort();
    const service = await Service.start(
      {
        PARLEY_SIP_TRUNK: `127.0.0.1:${port}`,
        PARLEY_CONCURRENT_CALLS: '400',
        PARLEY_MEDIA_THREADS: '2',
        PARLEY_LOG_LEVEL: 'warn',
        ...environment,
      },
      { rtpPorts: RTP_PORTS },
    );
    const database = await connectDatabase((await findRunningDatabase(service.address.dataDir))!, { poolSize: 1 });
    return new WholeService(service, port, database);
  }

  /** @param perSecond new calls; left out: as many as it takes, some at a time */
  async measure(calls: number, perSecond?: number): Promise<ServiceFigures> {
    const load = await Load.start({ ...this.#peer, port: this.#trunkPort });
    const { pid, address } = this.service;
    const postmaster = new DatabaseProcesses(address.dataDir).postmaster!;
    const before = {
      threads: cpuByName(pid),
      service: processCpuS(pid),
      database: familyCpu(postmaster),
      commits: await this.#commits(),
    };
    const rate = perSecond === undefined ? { concurrency: CONCURRENCY } : { concurrency: MOST_CONCURRENT, perSecond };
    const round = await load.run({ calls, holdMs: HOLD_MS, ...rate });
    await load.close();
    await this.#settled();
    const perCallMs = (seconds: number) => (seconds * 1000) / round.completed;
    const after = cpuByName(pid);
    return {
      round,
      threads: Object.entries(THREADS).map(([thread, name]) => ({
        name,
        ms: perCallMs((after.get(thread) ?? 0) - (before.threads.get(thread) ?? 0)),
      })),
      serviceMs: perCallMs(processCpuS(pid) - before.service),
      databaseMs: perCallMs(familyCpuSinceS(before.database, familyCpu(postmaster))),
      commits: ((await this.#commits()) - before.commits) / round.completed,
    };
  }

  /** Calls that are given up before they are answered. */
  async abort(setups: number, perSecond: number): Promise<{ before: Held; after: Held; statuses: object }> {
    const before = await this.#held();
    const peer = await AbortingPeer.open({ ...this.#peer, port: this.#trunkPort });
    try {
      await peer.run(setups, perSecond);
      await delay(ABORTED_OVER_MS);
      await this.#settled();
      while (peer.openConnections > 0) await delay(LOOK_AGAIN_MS);
    } finally {
      peer.close();
    }
    return { before, after: await this.#held(), statuses: peer.statuses };
  }

  async close(): Promise<void> {
    await this.#database.close();
    await this.service.remove();
  }

  get #peer(): { target: number; number: string } {
    return { target: this.service.address.sipPort, number: OUR_NUMBER };
  }

  async #commits(): Promise<number> {
    await delay(STATISTICS_MS);
    const rows = await this.#database.query<{ commits: number }>(
      'select xact_commit as commits from pg_stat_database where datname = current_database()',
    );
    return rows[0]!.commits;
  }

  async #held(): Promise<Held> {
    const rows = await this.#database.query<{ slots: number; calls: number }>(
      `select (select count(*) from call_slots where call_id is not null) as slots,
         (select count(*) from calls where state <> 'ended') as calls`,
    );
    const { pid } = this.service;
    return { ...rows[0]!, files: readdirSync(`/proc/${pid}/fd`).length, rssMb: processMemory(pid).rssMb };
  }

  /** Every call is over and stored. */
  async #settled(): Promise<void> {
    for (;;) {
      const { body } = await this.service.request('GET', '/calls?status=active&limit=1');
      if (body.data.length === 0) return;
      await delay(LOOK_AGAIN_MS);
    }
  }
}

function cpuByName(pid: number): Map<string, number> {
  const byName = new Map<string, number>();
  for (const { name, seconds } of threadsCpu(pid)) byName.set(name, (byName.get(name) ?? 0) + seconds);
  return byName;
}
