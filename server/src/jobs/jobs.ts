import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { EmbeddedDatabase, Queryable } from '../db/index.ts';
import type { Logger } from '../kernel/logger.ts';

/** Work that may be done twice and must be done at least once. Payloads are checked when a job is taken up. */
const jobPayloads = {
  'call.analyze': z.object({ callId: z.string() }),
  'webhook.deliver': z.object({ deliveryId: z.string(), webhookId: z.string() }),
};

type JobName = keyof typeof jobPayloads;
type JobPayload<Name extends JobName> = z.infer<(typeof jobPayloads)[Name]>;

interface QueueSettings {
  /** A job is taken from a worker that has not finished it by then. */
  expireInSeconds: number;
  retryLimit: number;
  retryDelay: number;
  retryBackoff: boolean;
  workers: number;
  /** Jobs of one group (a webhook) that may be under way at once, so that a stuck one delays only itself. */
  perGroup: number | undefined;
}

const queues: Record<JobName, QueueSettings> = {
  'call.analyze': {
    expireInSeconds: 60,
    retryLimit: 5,
    retryDelay: 2,
    retryBackoff: true,
    workers: 4,
    perGroup: undefined,
  },
  'webhook.deliver': {
    expireInSeconds: 60,
    retryLimit: 5,
    retryDelay: 5,
    retryBackoff: true,
    workers: 24,
    perGroup: 3,
  },
};

export interface JobRequestOptions {
  startAfterS?: number;
  group?: string;
}

/** The background work of all nodes, in PostgreSQL: enqueued in the transaction that makes it necessary. */
export class Jobs {
  readonly #boss: PgBoss;

  private constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  static async start(connection: string | EmbeddedDatabase['connection'], log: Logger): Promise<Jobs> {
    const boss = new PgBoss({
      ...(typeof connection === 'string' ? { connectionString: connection } : connection),
      schema: 'jobs',
      application_name: 'parley-jobs',
      max: 6,
      useListenNotify: true,
    });
    boss.on('error', (error) => log.error({ err: error }, 'the job queue reports an error'));
    await boss.start();
    for (const name of Object.keys(queues) as JobName[]) {
      const { expireInSeconds, retryLimit, retryDelay, retryBackoff } = queues[name];
      const options = { expireInSeconds, retryLimit, retryDelay, retryBackoff, notify: true };
      if (await boss.getQueue(name)) await boss.updateQueue(name, options);
      else await boss.createQueue(name, options);
    }
    return new Jobs(boss);
  }

  async enqueue<Name extends JobName>(
    tx: Queryable,
    name: Name,
    payload: JobPayload<Name>,
    options: JobRequestOptions = {},
  ): Promise<void> {
    await this.#boss.send(name, payload, {
      db: { executeSql: async (text, values) => ({ rows: await tx.query(text, values) }) },
      ...(options.startAfterS === undefined ? {} : { startAfter: options.startAfterS }),
      ...(options.group === undefined ? {} : { group: { id: options.group } }),
    });
  }

  /** Many jobs of one kind in one statement. */
  async enqueueAll<Name extends JobName>(tx: Queryable, name: Name, payloads: JobPayload<Name>[]): Promise<void> {
    if (payloads.length === 0) return;
    await this.#boss.insert(
      name,
      payloads.map((data) => ({ data })),
      { db: { executeSql: async (text, values) => ({ rows: await tx.query(text, values) }) } },
    );
  }

  async work<Name extends JobName>(name: Name, handler: (payload: JobPayload<Name>) => Promise<void>): Promise<void> {
    const { workers, perGroup } = queues[name];
    const options = {
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: 2,
      localConcurrency: workers,
      ...(perGroup === undefined ? {} : { localGroupConcurrency: perGroup }),
    };
    await this.#boss.work(name, options, async (jobs: { data: unknown }[]) => {
      for (const job of jobs) await handler(jobPayloads[name].parse(job.data) as JobPayload<Name>);
    });
  }

  /** Idempotent. Jobs under way are finished first, for a moment; the others stay for the next start. */
  async close(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 5000 });
  }
}
