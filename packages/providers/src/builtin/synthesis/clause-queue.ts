import type { AudioRateHz } from '@parley/audio';
import type { SpeechThreads } from '../worker/speech-threads.ts';
import { ClauseCache } from './clause-cache.ts';
import type { SpokenPiece } from './spoken-piece.ts';

/** About 17 minutes of narrowband speech. */
const CACHE_BYTES = 16 << 20;

/** How a clause is said. */
interface Spoken {
  voice: string;
  rateHz: AudioRateHz;
}

interface ClauseJob {
  key: string;
  text: string;
  spoken: Spoken;
  /** Those who still want it; the same clause is synthesized once however many ask. */
  waiters: Set<Waiter>;
  /** The threads are no longer kept loaded for it. */
  release(): void;
}

interface Waiter {
  resolve: (piece: SpokenPiece | null) => void;
  reject: (error: Error) => void;
}

/** Clauses waiting for a speech thread, first come, first served; what is not awaited any more is dropped. */
export class ClauseQueue {
  private readonly threads: SpeechThreads;
  private readonly cache = new ClauseCache(CACHE_BYTES);
  private readonly jobs = new Map<string, ClauseJob>();
  private readonly queued: ClauseJob[] = [];

  constructor(threads: SpeechThreads) {
    this.threads = threads;
  }

  /** The clause's sound, which is shared: not to be written to. Null when `signal` aborts. */
  synthesize(text: string, spoken: Spoken, signal: AbortSignal): Promise<SpokenPiece | null> {
    if (signal.aborted) return Promise.resolve(null);
    const key = `${spoken.voice} ${spoken.rateHz}\n${text}`;
    const cached = this.cache.get(key);
    if (cached) return Promise.resolve(cached);
    return new Promise((resolve, reject) => {
      const job = this.jobs.get(key) ?? this.enqueue({ key, text, spoken, waiters: new Set(), release: () => {} });
      const waiter: Waiter = {
        resolve: (piece) => {
          signal.removeEventListener('abort', cancel);
          resolve(piece);
        },
        reject: (error) => {
          signal.removeEventListener('abort', cancel);
          reject(error);
        },
      };
      const cancel = () => {
        job.waiters.delete(waiter);
        resolve(null);
      };
      signal.addEventListener('abort', cancel, { once: true });
      job.waiters.add(waiter);
    });
  }

  /** Forgets what was synthesized. */
  clear(): void {
    this.cache.clear();
  }

  /** Gives waiting clauses to idle threads. */
  private serve(): void {
    while (this.queued.length > 0) {
      const thread = this.threads.idleForSpeech();
      if (!thread) {
        if (!this.threads.areLoaded) this.replaceThreads();
        return;
      }
      const job = this.queued.shift()!;
      if (job.waiters.size === 0) {
        this.end(job);
        continue;
      }
      thread.speak(job.text, job.spoken).then(
        (piece) => this.finish(job, piece),
        (error: Error) => this.fail(job, error),
      );
    }
  }

  /** Threads have died while clauses were waiting for them. */
  private replaceThreads(): void {
    this.threads.load().then(
      () => this.serve(),
      (error: Error) => {
        for (const job of this.queued.splice(0)) this.fail(job, error);
      },
    );
  }

  private enqueue(job: ClauseJob): ClauseJob {
    this.jobs.set(job.key, job);
    this.threads.use().then(
      (release) => {
        job.release = release;
        this.queued.push(job);
        this.serve();
      },
      (error: Error) => this.fail(job, error),
    );
    return job;
  }

  private finish(job: ClauseJob, piece: SpokenPiece): void {
    this.end(job);
    this.cache.set(job.key, piece);
    for (const waiter of job.waiters) waiter.resolve(piece);
    this.serve();
  }

  private fail(job: ClauseJob, error: Error): void {
    this.end(job);
    for (const waiter of job.waiters) waiter.reject(error);
    if (this.queued.length > 0) this.serve();
  }

  private end(job: ClauseJob): void {
    this.jobs.delete(job.key);
    job.release();
  }
}
