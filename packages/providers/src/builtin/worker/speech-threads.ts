import type { SpeechWorkerData } from './messages.ts';
import { SpeechThread } from './speech-thread.ts';

/** Replacing a thread that dies while it starts would otherwise become a tight loop. */
const RESTART_DELAY_MS = 1000;

/** A fixed number of speech threads; one that dies is replaced, and what it was doing fails. */
export class SpeechThreads {
  private readonly data: SpeechWorkerData;
  private readonly threads: SpeechThread[] = [];
  private readonly streams = new Map<SpeechThread, number>();
  private readonly restarts = new Set<NodeJS.Timeout>();
  private closed = false;

  private constructor(data: SpeechWorkerData) {
    this.data = data;
  }

  /** Resolves when all have loaded their models. */
  static async start(count: number, data: SpeechWorkerData): Promise<SpeechThreads> {
    const pool = new SpeechThreads(data);
    for (let index = 0; index < count; index++) pool.startThread(index);
    try {
      await Promise.all(pool.threads.map((thread) => thread.whenReady()));
    } catch (error) {
      await pool.close();
      throw error;
    }
    return pool;
  }

  /** A thread that is not synthesizing, the one with the fewest recognition streams first; null while all are. */
  idleForSpeech(): SpeechThread | null {
    return this.byStreams().find((thread) => !thread.isSpeaking) ?? null;
  }

  /** The thread for a new recognition stream, dead when all are; `leave` when the stream closes. */
  join(): SpeechThread {
    const thread = this.byStreams()[0]!;
    if (thread.alive) this.streams.set(thread, (this.streams.get(thread) ?? 0) + 1);
    return thread;
  }

  leave(thread: SpeechThread): void {
    const streams = this.streams.get(thread);
    if (streams !== undefined) this.streams.set(thread, streams - 1);
  }

  /** Idempotent. */
  async close(): Promise<void> {
    this.closed = true;
    for (const restart of this.restarts) clearTimeout(restart);
    await Promise.all(this.threads.map((thread) => thread.close()));
  }

  /** The fewest streams first; dead threads, whose work fails at once, last. */
  private byStreams(): SpeechThread[] {
    const load = (thread: SpeechThread) => (thread.alive ? (this.streams.get(thread) ?? 0) : Number.POSITIVE_INFINITY);
    return this.threads.toSorted((a, b) => load(a) - load(b) || 0);
  }

  private startThread(index: number): void {
    const thread = new SpeechThread(this.data, () => this.replace(index, thread));
    this.threads[index] = thread;
  }

  private replace(index: number, dead: SpeechThread): void {
    this.streams.delete(dead);
    if (this.closed) return;
    const restart = setTimeout(() => {
      this.restarts.delete(restart);
      this.startThread(index);
    }, RESTART_DELAY_MS);
    this.restarts.add(restart);
  }
}
