import { Decoder } from './decoder.ts';
import type { Grammar } from './grammar.ts';

/** A decoder that was idle for this long gives its memory back; one is always kept. */
const IDLE_MS = 60_000;

interface IdleDecoder {
  decoder: Decoder;
  sinceMs: number;
}

/** Told that a decoder is free, or why there will be none. */
type Waiter = (error: Error | null) => void;

/** The decoders of one thread: created when needed up to a limit, reused by the utterances of all calls. */
export class DecoderPool {
  private readonly limit: number;
  private readonly idle: IdleDecoder[] = [];
  private readonly waiting: Waiter[] = [];
  /** Decoders that live or are being created. */
  private count = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Creates the first decoder, and frees idle ones from now on. Rejects when the model cannot be loaded. */
  async start(): Promise<void> {
    await this.create();
    setInterval(() => this.dropIdle(performance.now()), IDLE_MS / 2).unref();
  }

  /** A decoder for one utterance, preferably one that holds the grammar already; null while all are busy. */
  take(grammar: Grammar): Decoder | null {
    const matching = this.idle.findLastIndex(({ decoder }) => decoder.holds(grammar));
    // Else the one that was idle longest: its grammar is the least likely to be wanted again.
    const [chosen] = this.idle.splice(Math.max(0, matching), 1);
    if (!chosen) return null;
    try {
      chosen.decoder.load(grammar);
      return chosen.decoder;
    } catch (error) {
      this.drop();
      throw error;
    }
  }

  /** Calls back once, when `take` may succeed. */
  whenFree(waiter: Waiter): void {
    this.waiting.push(waiter);
    this.serveWaiting();
  }

  give(decoder: Decoder): void {
    this.idle.push({ decoder, sinceMs: performance.now() });
    this.serveWaiting();
  }

  /** Instead of `give`, when the decoder failed: its memory may be in any state. */
  drop(): void {
    this.count -= 1;
    this.serveWaiting();
  }

  private async create(): Promise<void> {
    this.count += 1;
    try {
      this.give(await Decoder.create());
    } catch (error) {
      this.count -= 1;
      throw error;
    }
  }

  private serveWaiting(): void {
    while (this.idle.length > 0 && this.waiting.length > 0) this.waiting.shift()!(null);
    if (this.waiting.length > 0 && this.count < this.limit) this.create().catch((error) => this.failWaiting(error));
  }

  /** While other decoders live, the waiters are served by them. */
  private failWaiting(error: Error): void {
    if (this.count === 0) for (const waiter of this.waiting.splice(0)) waiter(error);
  }

  private dropIdle(nowMs: number): void {
    while (this.count > 1 && this.idle[0] && nowMs - this.idle[0].sinceMs > IDLE_MS) {
      this.idle.shift();
      this.count -= 1;
    }
  }
}
