import { availableParallelism } from 'node:os';
import type { Logger } from '../kernel/logger.ts';
import type { MediaHost, MediaRequest, MediaSession } from './media.ts';
import { type AnyWords, type MediaDeadlines, MediaThread } from './media-thread.ts';
import type { MediaThreadData, PacingReport } from './protocol.ts';
import { RESTART_LIMITS, type RestartLimits } from './thread-restarts.ts';
import { VendorOutages } from './vendor-outages.ts';

export interface MediaPoolOptions extends Omit<MediaThreadData, 'threadIndex' | 'threadCount' | 'anyWords'> {
  /** Default: one per core. */
  threads: number | undefined;
  log: Logger;
  /** The module that each thread runs; default: Parley's own. */
  entry?: URL;
  restarts?: RestartLimits;
  deadlines?: MediaDeadlines;
  /** Default: none, and what is not expected is not understood by the built-in recognizer. */
  anyWords?: AnyWords;
}

/** The media threads of this process; a call goes to the living one that has the fewest. */
export class MediaPool implements MediaHost {
  readonly #threads: MediaThread[];

  /** Which vendors fail at present. */
  readonly outages: VendorOutages;

  private constructor(threads: MediaThread[], outages: VendorOutages) {
    this.#threads = threads;
    this.outages = outages;
  }

  static async start(options: MediaPoolOptions): Promise<MediaPool> {
    const { threads: wanted, log, restarts, deadlines, anyWords = null, ...rest } = options;
    const { entry = new URL('./thread/main.ts', import.meta.url), ...data } = rest;
    const threadCount = wanted ?? availableParallelism();
    const outages = new VendorOutages();
    const starts = await Promise.allSettled(
      Array.from({ length: threadCount }, (_, threadIndex) =>
        MediaThread.start({
          data: { ...data, threadIndex, threadCount },
          entry,
          restarts: restarts ?? RESTART_LIMITS,
          deadlines,
          anyWords,
          outages,
          log,
        }),
      ),
    );
    const pool = new MediaPool(
      starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : [])),
      outages,
    );
    const failed = starts.find((start) => start.status === 'rejected');
    if (failed) {
      await pool.close();
      throw failed.reason;
    }
    return pool;
  }

  get isReady(): boolean {
    return this.health.ready;
  }

  /** Rejects when no thread lives and replies. */
  async open(request: MediaRequest): Promise<MediaSession> {
    const living = this.#threads.filter((thread) => thread.isLiving);
    if (living.length === 0) throw new Error('no media thread is running');
    const meanLoad = living.reduce((sum, thread) => sum + thread.load, 0) / living.length;
    const weight = (thread: MediaThread) => (thread.isOnProbation ? Math.max(thread.load, meanLoad) : thread.load);
    return living.reduce((least, thread) => (weight(thread) < weight(least) ? thread : least)).open(request);
  }

  /** What is not well, in plain words, and whether calls can be taken all the same. */
  get health(): { ready: boolean; problems: string[] } {
    const total = this.#threads.length;
    const leftOut = this.#threads.filter((thread) => thread.isLeftOut).length;
    const silent = this.#threads.filter((thread) => thread.isSilent).length;
    const living = this.#threads.filter((thread) => thread.isLiving).length;
    const restarting = total - leftOut - silent - living;
    const problems: string[] = [];
    if (leftOut > 0) problems.push(`media: ${leftOut} of ${total} media threads failed too often and are left out`);
    if (restarting > 0) problems.push(`media: ${restarting} of ${total} media threads failed and are being restarted`);
    if (silent > 0) problems.push(`media: ${silent} of ${total} media threads do not reply`);
    return { ready: living > 0, problems };
  }

  /** Of each thread, since the report before. */
  pacing(): Promise<PacingReport[]> {
    return Promise.all(this.#threads.map((thread) => thread.reportPacing()));
  }

  /** Idempotent. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
