import type { PgBoss } from 'pg-boss';
import type { Logger } from '../kernel/logger.ts';

export interface JobWorkerOptions {
  boss: PgBoss;
  queue: string;
  /** Jobs under way at once in this process. */
  concurrency: number;
  /** Of them those of one group, or few more: a group that is slow or large keeps no other waiting. */
  groupConcurrency: number;
  handle(data: unknown): Promise<void>;
  log: Logger;
}

interface Job {
  id: string;
  data: unknown;
  groupId?: string | null;
}

/**
 * Takes up the jobs of one queue as soon as there is room for them: the end of one is the beginning of the next. The
 * library's own workers sleep between two jobs, and each of them asks for itself.
 */
export class JobWorker {
  readonly #options: JobWorkerOptions;
  readonly #underWay = new Set<Promise<void>>();
  readonly #groups = new Map<string, number>();
  #fetching: Promise<void> | null = null;
  #again = false;
  /** Something was left behind for want of room. */
  #isMoreLeft = false;
  #closed = false;

  constructor(options: JobWorkerOptions) {
    this.#options = options;
    this.wake();
  }

  /** There may be something to do. */
  wake(): void {
    this.#again = true;
    if (this.#closed || this.#fetching) return;
    this.#fetching = this.#fetchAll().finally(() => {
      this.#fetching = null;
      if (this.#again && this.#room > 0) this.wake();
    });
  }

  get #room(): number {
    return this.#options.concurrency - this.#underWay.size;
  }

  /** Resolves when nothing is under way and nothing is left that could be taken up now. */
  async drain(): Promise<void> {
    do {
      await Promise.all(this.#underWay);
      this.wake();
      await this.#fetching;
    } while (this.#underWay.size > 0);
  }

  /** Idempotent. Takes up nothing more, and resolves when what is under way is done. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#fetching;
    await Promise.all(this.#underWay);
  }

  async #fetchAll(): Promise<void> {
    const { boss, queue, groupConcurrency, log } = this.#options;
    this.#again = false;
    try {
      while (!this.#closed && this.#room > 0) {
        const batchSize = Math.min(this.#room, groupConcurrency);
        const ignoreGroups = this.#fullGroups();
        const jobs = await boss.fetch(queue, { batchSize, ignoreGroups, includeMetadata: true });
        for (const { id, data, groupId } of jobs) this.#begin({ id, data, groupId: groupId ?? null });
        this.#isMoreLeft = jobs.length === batchSize || ignoreGroups.length > 0;
        if (jobs.length < batchSize) return;
      }
    } catch (error) {
      log.error({ err: error, queue }, 'a job could not be fetched; it is tried again');
    }
  }

  #fullGroups(): string[] {
    const full = [...this.#groups].filter(([, count]) => count >= this.#options.groupConcurrency);
    return full.map(([group]) => group);
  }

  #begin(job: Job): void {
    const { groupId } = job;
    if (groupId) this.#groups.set(groupId, (this.#groups.get(groupId) ?? 0) + 1);
    const done = this.#work(job).finally(() => {
      this.#underWay.delete(done);
      if (groupId) this.#leave(groupId);
      if (this.#isMoreLeft) this.wake();
    });
    this.#underWay.add(done);
  }

  #leave(groupId: string): void {
    const left = this.#groups.get(groupId)! - 1;
    if (left === 0) this.#groups.delete(groupId);
    else this.#groups.set(groupId, left);
  }

  async #work({ id, data }: Job): Promise<void> {
    const { boss, queue, handle, log } = this.#options;
    try {
      const failure = await handle(data).then(
        () => null,
        (error: unknown) => error,
      );
      if (failure === null) {
        await boss.complete(queue, id);
        return;
      }
      log.error({ err: failure, queue, job_id: id }, 'a job failed');
      await boss.fail(queue, id, { message: String(failure) });
    } catch (error) {
      // It is taken up again when it expires.
      log.error({ err: error, queue, job_id: id }, 'the end of a job could not be written down');
    }
  }
}
