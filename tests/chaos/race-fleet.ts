import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Plan, PlanLimits } from '../../server/src/accounts/plan.ts';
import { provisionAccount } from '../../server/src/accounts/provision.ts';
import {
  connectDatabase,
  type Database,
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '../../server/src/db/index.ts';
import { migratedCluster } from '../support/migrated-cluster.ts';
import { Service } from '../support/service.ts';
import type { CalleeOptions } from './race-callee.ts';
import { Callee } from './race-processes.ts';

/** Says one word, and is not recorded: what a call costs beside its signalling. */
const BRIEF_AGENT = {
  name: 'Brief',
  prompt: 'You say hello.',
  first_message: 'Hello.',
  recording: { enabled: false },
};

export interface FleetAccount {
  name: string;
  plan: Plan;
  accountId: string;
  agentId: string;
  apiKey: string;
  /** Its number, which the phone sees as the caller. */
  phone: string;
  limits: PlanLimits;
}

export interface FleetOptions {
  services: number;
  /** The first is the installation's own, and has to be on enterprise. */
  accounts: { name: string; plan: Plan }[];
  enterpriseLimits: PlanLimits;
  callee: CalleeOptions;
  environment?: Record<string, string>;
}

/** Several services on one database, and a phone that all their calls reach. */
export class Fleet {
  readonly services: Service[];
  readonly db: Database;
  readonly callee: Callee;
  readonly accounts: FleetAccount[];
  readonly #embedded: EmbeddedDatabase;
  readonly #directory: string;

  private constructor(parts: {
    services: Service[];
    db: Database;
    callee: Callee;
    accounts: FleetAccount[];
    embedded: EmbeddedDatabase;
    directory: string;
  }) {
    this.services = parts.services;
    this.db = parts.db;
    this.callee = parts.callee;
    this.accounts = parts.accounts;
    this.#embedded = parts.embedded;
    this.#directory = parts.directory;
  }

  static async start(options: FleetOptions): Promise<Fleet> {
    const directory = await mkdtemp(path.join(tmpdir(), 'parley-fleet-'));
    // As root the database runs as another user, who has to come through.
    await chmod(directory, 0o711);
    const dataDir = path.join(directory, 'database');
    await migratedCluster.install(dataDir);
    const embedded = await startEmbeddedDatabase({ dataDir });
    const db = await connectDatabase(embedded.connection);
    const accounts = await makeAccounts(db, options);
    const callee = await Callee.start(options.callee);
    const { host, port, user, database } = embedded.connection;
    const environment = {
      DATABASE_URL: `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`,
      PARLEY_SIP_TRUNK: `127.0.0.1:${callee.sipPort}`,
      PARLEY_CALLS_PER_MINUTE: String(options.enterpriseLimits.callsPerMinute),
      PARLEY_CONCURRENT_CALLS: String(options.enterpriseLimits.concurrentCalls),
      PARLEY_MEDIA_THREADS: '1',
      PARLEY_LOG_LEVEL: 'error',
      ...options.environment,
    };
    const services = await Promise.all(Array.from({ length: options.services }, () => Service.start(environment)));
    return new Fleet({ services, db, callee, accounts, embedded, directory });
  }

  get origins(): string[] {
    return this.services.map((service) => new URL(service.baseUrl).origin);
  }

  account(name: string): FleetAccount {
    const found = this.accounts.find((account) => account.name === name);
    if (!found) throw new Error(`the fleet has no account ${name}`);
    return found;
  }

  async close(): Promise<void> {
    await Promise.all(this.services.map((service) => service.remove()));
    await this.callee.close();
    await this.db.close();
    await this.#embedded.stop();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

async function makeAccounts(db: Database, options: FleetOptions): Promise<FleetAccount[]> {
  const made: FleetAccount[] = [];
  for (const { name, plan } of options.accounts) {
    const { enterpriseLimits } = options;
    const account = await db.transaction((tx) =>
      provisionAccount(tx, { name, plan, enterpriseLimits, demoAgents: [BRIEF_AGENT] }),
    );
    const [limits] = await db.query<PlanLimits>(
      `select calls_per_minute as "callsPerMinute", concurrent_calls as "concurrentCalls" from accounts
       where account_id = $1`,
      [account.accountId],
    );
    const { accountId, agentId, apiKey, phone } = account;
    made.push({ name, plan, accountId, agentId, apiKey, phone: phone!, limits: limits! });
  }
  return made;
}
