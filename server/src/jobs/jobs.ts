import { setTimeout as delay } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Database, Queryable, Subscription } from '../db/index.ts';
import type { Logger } from '../kernel/logger.ts';
import { DueQueues } from './due-queues.ts';
import { JobWorker } from './job-worker.ts';

/** Work that may be done twice and must be done at least once. Payloads are checked when a job is taken up. */
const jobPayloads = {
  'call.analyze': z.object({ callId: z.string() }),
  'document.embed': z.object({ documentId: z.string() }),
  'document.read': z.object({ documentId: z.string() }),
  'retention.sweep': z.object({}),
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
  concurrency: number;
  /** A group is an account whose calls are analyzed, or a webhook that is delivered to. */
  groupConcurrency: number;
}

/** In this order: an analysis makes deliveries. */
const queues: Record<JobName, QueueSettings> = {
  // Most of the time a language model is waited for.
  'call.analyze': {
    expireInSeconds: 60,
    retryLimit: 5,
    retryDelay: 2,
    retryBackoff: true,
    concurrency: 16,
    groupConcurrency: 12,
  },
  // A receiver that hangs holds its three for 15 s; so many may hang before another account waits.
  'webhook.deliver': {
    expireInSeconds: 60,
    retryLimit: 5,
    retryDelay: 5,
    retryBackoff: true,
    concurrency: 96,
    groupConcurrency: 3,
  },
  // A vendor is waited for; a long document takes many requests.
  'document.embed': {
    expireInSeconds: 1800,
    retryLimit: 8,
    retryDelay: 10,
    retryBackoff: true,
    concurrency: 4,
    groupConcurrency: 2,
  },
  // One at a time: reading burns a CPU, which calls want.
  'document.read': {
    expireInSeconds: 600,
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    concurrency: 1,
    groupConcurrency: 1,
  },
  // Few have much to delete, and nothing waits for it.
  'retention.sweep': {
    expireInSeconds: 1800,
    retryLimit: 2,
    retryDelay: 60,
    retryBackoff: true,
    concurrency: 1,
    groupConcurrency: 1,
  },
};

/** For later jobs polling is exact enough. */
const LONGEST_WAKE_S = 60;
/** The database's clock and the timer's need not agree to the millisecond, and a job is not found before its time. */
const WAKE_MARGIN_MS = 30;
const CHANNEL = 'jobs';
const SCHEMA = 'jobs';
/** What is under way when the service stops is finished by then, or done again at the next start. */
const FINISH_WITHIN_MS = 5000;

export interface JobRequestOptions {
  startAfterS?: number;
  group: string;
}

/** The background work of all nodes, in PostgreSQL: enqueued in the transaction that makes it necessary. */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #log: Logger;
  readonly #workers = new Map<JobName, JobWorker>();
  readonly #subscriptions: Subscription[] = [];
  readonly #due: DueQueues;

  private constructor(boss: PgBoss, db: Queryable, log: Logger) {
    this.#boss = boss;
    this.#log = log;
    this.#due = new DueQueues({
      ...{ db, schema: SCHEMA, log, names: () => [...this.#workers.keys()] },
      onDue: (name) => this.#workers.get(name as JobName)?.wake(),
    });
  }

  /** `db`: on connections of its own, so that background work keeps nothing else waiting. */
  static async start(db: Queryable, log: Logger): Promise<Jobs> {
    const boss = new PgBoss({ db: executing(db), schema: SCHEMA });
    boss.on('error', (error) => log.error({ err: error }, 'the job queue reports an error'));
    await boss.start();
    for (const name of Object.keys(queues) as JobName[]) {
      const { expireInSeconds, retryLimit, retryDelay, retryBackoff } = queues[name];
      const options = { expireInSeconds, retryLimit, retryDelay, retryBackoff };
      if (await boss.getQueue(name)) await boss.updateQueue(name, options);
      else await boss.createQueue(name, options);
    }
    return new Jobs(boss, db, log);
  }

  async enqueue<Name extends JobName>(
    tx: Queryable,
    name: Name,
    payload: JobPayload<Name>,
    options: JobRequestOptions,
  ): Promise<void> {
    await this.#boss.send(name, payload, {
      db: executing(tx),
      group: { id: options.group },
      ...(options.startAfterS === undefined ? {} : { startAfter: options.startAfterS }),
    });
    if (options.startAfterS === undefined) tx.notify(CHANNEL, name);
    else this.#wakeAfter(name, options.startAfterS);
  }

  /** Polling would be up to a second late, which is a fifth of the shortest wait. */
  #wakeAfter(name: JobName, seconds: number): void {
    if (seconds > LONGEST_WAKE_S) return;
    setTimeout(() => this.#workers.get(name)?.wake(), seconds * 1000 + WAKE_MARGIN_MS).unref();
  }

  /** Many jobs of one kind in one statement. */
  async enqueueAll<Name extends JobName>(
    tx: Queryable,
    name: Name,
    payloads: JobPayload<Name>[],
    { group }: { group: string },
  ): Promise<void> {
    if (payloads.length === 0) return;
    await this.#boss.insert(
      name,
      payloads.map((data) => ({ data, group: { id: group } })),
      { db: executing(tx) },
    );
    tx.notify(CHANNEL, name);
  }

  /** Once at each time that `cron` names (in UTC), on one of the nodes. */
  async schedule(name: JobName, cron: string): Promise<void> {
    await this.#boss.schedule(name, cron, {});
  }

  async work<Name extends JobName>(
    db: Pick<Database, 'listen'>,
    name: Name,
    handler: (payload: JobPayload<Name>) => Promise<void>,
  ): Promise<void> {
    const { concurrency, groupConcurrency } = queues[name];
    const worker = new JobWorker({
      boss: this.#boss,
      queue: name,
      concurrency,
      groupConcurrency,
      handle: (data) => handler(jobPayloads[name].parse(data) as JobPayload<Name>),
      log: this.#log,
    });
    this.#workers.set(name, worker);
    const subscription = await db.listen(CHANNEL, (event) => {
      if (event.type === 'reconnected' || event.payload === name) worker.wake();
    });
    this.#subscriptions.push(subscription);
  }

  /** Idempotent. What can be done within a moment is done; the rest stays for the next start. */
  async close(): Promise<void> {
    const waited = new AbortController();
    const late = delay(FINISH_WITHIN_MS, undefined, { signal: waited.signal }).catch(() => {});
    await Promise.race([this.#drain(), late]);
    await Promise.all(this.#subscriptions.map((subscription) => subscription.close()));
    const done = Promise.all([...this.#workers.values()].map((worker) => worker.close()));
    await Promise.race([Promise.all([done, this.#due.close()]), late]);
    waited.abort();
    await this.#boss.stop({ graceful: false });
  }

  /** In the order of the queues: the jobs of one make those of the next. */
  async #drain(): Promise<void> {
    for (const name of Object.keys(queues) as JobName[]) await this.#workers.get(name)?.drain();
  }
}

const executing = (db: Queryable) => ({
  executeSql: async (text: string, values?: unknown[]) => ({ rows: await db.query(text, values) }),
});
