import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { connectDatabase, type Database, findRunningDatabase } from '../../server/src/db/index.ts';
import { Service } from '../../tests/support/service.ts';
import { PersistentClient } from './client.ts';
import { DatabaseProcesses } from './database-processes.ts';
import { FarEnd, type Plan } from './far-end.ts';
import { ReservedPorts } from './ports.ts';
import type { Random } from './random.ts';
import { FaultyReceiver } from './receiver.ts';

export interface InstallationOptions {
  random: Random;
  callees: Plan;
  limits: { callsPerMinute: number; concurrentCalls: number };
  /** Fields of the agent that places all calls. */
  agent?: object;
  failingWebhooks?: number;
  environment?: Record<string, string>;
}

/** Short, so that many calls live and die between two kills; recorded, because a recording must survive as well. */
const BRIEF_AGENT = {
  prompt: 'You say hello.',
  first_message: 'Hello.',
  disclosure: null,
  ring_timeout: 5,
  max_duration: 5,
  recording: { enabled: true },
};

/** A crashed PostgreSQL is back in seconds, on a busy host in tens of them. */
const DATABASE_LIMIT_MS = 60_000;
const DATABASE_POLL_MS = 50;

const EVENTS = ['call.initiated', 'call.answered', 'call.completed', 'call.failed', 'batch.completed'];

/** What must not outlive this process, however it ends. */
const running = new Set<Installation>();
process.once('exit', () => {
  for (const installation of running) installation.killAll();
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(130));

/** One whole Parley with a database, a trunk and a receiver of its own. */
export class Installation {
  readonly service: Service;
  readonly farEnd: FarEnd;
  readonly receiver: FaultyReceiver;
  readonly database: DatabaseProcesses;
  readonly client: PersistentClient;
  readonly limits: InstallationOptions['limits'];
  readonly agentId: string;
  /** Messages of its logs from `error` up, and how often. */
  readonly errors = new Map<string, number>();
  readonly #ports: ReservedPorts;

  private constructor(parts: {
    service: Service;
    farEnd: FarEnd;
    receiver: FaultyReceiver;
    client: PersistentClient;
    limits: InstallationOptions['limits'];
    agentId: string;
    ports: ReservedPorts;
  }) {
    this.service = parts.service;
    this.farEnd = parts.farEnd;
    this.receiver = parts.receiver;
    this.client = parts.client;
    this.limits = parts.limits;
    this.agentId = parts.agentId;
    this.#ports = parts.ports;
    this.database = new DatabaseProcesses(parts.service.address.dataDir);
    running.add(this);
  }

  static async start(options: InstallationOptions): Promise<Installation> {
    const { random, callees, limits } = options;
    const ports = await ReservedPorts.reserve();
    const farEnd = await FarEnd.start(callees);
    const receiver = await FaultyReceiver.start(random.fork(), options.failingWebhooks ?? 0);
    const environment = {
      PARLEY_SIP_TRUNK: `127.0.0.1:${farEnd.port}`,
      PARLEY_CALLS_PER_MINUTE: String(limits.callsPerMinute),
      PARLEY_CONCURRENT_CALLS: String(limits.concurrentCalls),
      PARLEY_ALLOW_PRIVATE_WEBHOOKS: 'true',
      PARLEY_DRAIN_S: '1',
      PARLEY_MEDIA_THREADS: '1',
      PARLEY_LOG_LEVEL: 'error',
      ...options.environment,
    };
    const service = await Service.start(environment, {
      port: ports.port,
      sipPort: ports.sipPort,
      phonePort: ports.phonePort,
      rtpPorts: ports.rtpPorts,
    });
    const client = new PersistentClient(service.baseUrl, service.apiKey);
    const agentId = await prepareAgent(client, options.agent ?? {});
    await required(client.ask('POST', '/webhooks', { url: receiver.url, events: EVENTS }), 201);
    return new Installation({ service, farEnd, receiver, client, limits, agentId, ports });
  }

  /**
   * Connections of one's own to the database, when it runs: /readyz may still have had its answer from a child of a
   * postmaster that was killed just before.
   */
  async openDatabase(): Promise<Database> {
    const deadlineMs = performance.now() + DATABASE_LIMIT_MS;
    for (;;) {
      const connection = await findRunningDatabase(this.service.address.dataDir);
      if (connection) return connectDatabase(connection, { poolSize: 2 });
      if (performance.now() > deadlineMs) throw new Error('the database of the installation does not run');
      await delay(DATABASE_POLL_MS);
    }
  }

  /** Reads what the service has logged; a start forgets it. */
  collectErrors(): void {
    for (const line of this.service.output.split('\n')) {
      if (!line.startsWith('{')) continue;
      const message = messageOf(line);
      this.errors.set(message, (this.errors.get(message) ?? 0) + 1);
    }
  }

  /** At once, and without waiting. */
  killAll(): void {
    this.database.kill(true);
    void this.service.stop('SIGKILL');
  }

  /** Ends every process and socket; `keep`: the data stays, for someone who wants to look into it. */
  async close(keep: boolean): Promise<void> {
    this.database.thaw();
    await this.service.stop('SIGKILL');
    this.database.kill(true);
    const { home } = this.database;
    this.farEnd.close();
    this.receiver.close();
    this.#ports.release();
    running.delete(this);
    if (keep) return;
    await rm(home, { recursive: true, force: true });
    await rm(this.service.address.dataDir, { recursive: true, force: true });
  }
}

async function prepareAgent(client: PersistentClient, fields: object): Promise<string> {
  const { body } = await required(client.ask('GET', '/agents'), 200);
  const agentId = body.data[0].agent_id;
  await required(client.ask('PATCH', `/agents/${agentId}`, { ...BRIEF_AGENT, ...fields }), 200);
  return agentId;
}

async function required(
  asked: ReturnType<PersistentClient['ask']>,
  status: number,
): ReturnType<PersistentClient['ask']> {
  const response = await asked;
  if (response.status === status) return response;
  throw new Error(`the installation could not be prepared: ${response.status} ${JSON.stringify(response.body)}`);
}

function messageOf(line: string): string {
  try {
    const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } };
    return [msg, err?.message].filter(Boolean).join(': ');
  } catch {
    return 'a line that was cut off';
  }
}
