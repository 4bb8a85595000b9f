import { AsyncResource } from 'node:async_hooks';
import type { SpeechWorkerData } from './messages.ts';
import { SpeechThread } from './speech-thread.ts';

export interface SpeechThreadsOptions {
  /** How many there are while they are loaded. */
  count: number;
  /** Makes what the threads start with, each time that they are loaded. */
  workerData(): Promise<SpeechWorkerData>;
  /** They end when nothing has used them for so long. */
  unloadAfterMs: number;
  onUnload?(): void;
}

/**
 * Speech threads that start when they are needed and end when they were not used for a while: each takes some 70 MB.
 * A thread that dies takes what it was doing with it; the next use starts another one.
 */
export class SpeechThreads {
  private readonly options: SpeechThreadsOptions;
  /** What all calls share runs in the context of none of them, whichever call was the first to need it. */
  private readonly shared = new AsyncResource('SpeechThreads');
  private threads: SpeechThread[] = [];
  private readonly streams = new Map<SpeechThread, number>();
  private loading: Promise<void> | null = null;
  private uses = 0;
  private unloadTimer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(options: SpeechThreadsOptions) {
    this.options = options;
  }

  get areLoaded(): boolean {
    return this.threads.length === this.options.count;
  }

  /**
   * Resolves when all threads work. Requests while they start wait for the same start, and share its failure; the next
   * one tries again.
   */
  async load(): Promise<void> {
    if (this.closed) throw new Error('built-in speech was closed');
    this.restartUnloadTimer();
    if (this.areLoaded) return;
    this.loading ??= this.shared
      .runInAsyncScope(() => this.startMissing())
      .finally(() => {
        this.loading = null;
      });
    await this.loading;
  }

  /** Loads the threads, and keeps them loaded until the function that is returned is called, once. */
  async use(): Promise<() => void> {
    this.uses += 1;
    const release = () => {
      this.uses -= 1;
      this.restartUnloadTimer();
    };
    try {
      await this.load();
    } catch (error) {
      release();
      throw error;
    }
    return release;
  }

  /** A thread that is not synthesizing, the one with the fewest recognition streams first; null while there is none. */
  idleForSpeech(): SpeechThread | null {
    return this.byStreams().find((thread) => !thread.isSpeaking) ?? null;
  }

  /** Loads the threads, and returns the one for a new recognition stream; `leave` is called when the stream closes. */
  async join(): Promise<{ thread: SpeechThread; leave: () => void }> {
    const release = await this.use();
    const thread = this.byStreams()[0];
    if (!thread) {
      release();
      throw new Error('the speech worker died as it started');
    }
    this.addStreams(thread, 1);
    return {
      thread,
      leave: () => {
        this.addStreams(thread, -1);
        release();
      },
    };
  }

  /** Idempotent. What is under way fails. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.unloadTimer);
    await this.endThreads();
    await this.loading?.catch(() => {});
  }

  private byStreams(): SpeechThread[] {
    return this.threads.toSorted((a, b) => (this.streams.get(a) ?? 0) - (this.streams.get(b) ?? 0));
  }

  private addStreams(thread: SpeechThread, count: number): void {
    if (this.threads.includes(thread)) this.streams.set(thread, (this.streams.get(thread) ?? 0) + count);
  }

  private async startMissing(): Promise<void> {
    const data = await this.options.workerData();
    const missing = this.options.count - this.threads.length;
    const starts = await Promise.allSettled(Array.from({ length: missing }, () => this.startThread(data)));
    for (const start of starts) if (start.status === 'rejected') throw start.reason;
  }

  private async startThread(data: SpeechWorkerData): Promise<void> {
    const thread = new SpeechThread(data, () => this.forget(thread));
    await thread.whenReady();
    if (this.closed) await thread.close();
    else if (thread.alive) this.threads.push(thread);
  }

  private forget(thread: SpeechThread): void {
    this.streams.delete(thread);
    this.threads = this.threads.filter((other) => other !== thread);
  }

  /** Runs while nothing uses the threads, from the last use on. */
  private restartUnloadTimer(): void {
    clearTimeout(this.unloadTimer);
    if (this.uses > 0 || this.closed) return;
    const { unloadAfterMs } = this.options;
    this.unloadTimer = this.shared.runInAsyncScope(() => setTimeout(() => this.unload(), unloadAfterMs).unref());
  }

  private unload(): void {
    // A start that takes longer than the time without use is not over before its user has had it.
    if (this.loading) {
      this.restartUnloadTimer();
      return;
    }
    void this.endThreads();
    this.options.onUnload?.();
  }

  private async endThreads(): Promise<void> {
    const { threads } = this;
    this.threads = [];
    this.streams.clear();
    await Promise.all(threads.map((thread) => thread.close()));
  }
}
