import { setTimeout as delay } from 'node:timers/promises';
import type { PersistentClient } from './client.ts';
import type { Random } from './random.ts';

/** One call that was asked for, with all attempts that had the same key. Times in milliseconds since 1970. */
export interface AskedCall {
  number: string;
  sentMs: number;
  /** The definite response; null: none came before the end. */
  status: number | null;
  callId: string | null;
  /** A hang-up of it was answered 200. */
  hangUpAnsweredMs: number | null;
}

export interface AskedBatch {
  numbers: string[];
  status: number | null;
  batchId: string | null;
}

/** Clients that place one call after the other. */
const CALLERS = 4;
const REFUSED_PAUSE_MS = [100, 600] as const;
const BETWEEN_CALLS_MS = [0, 250] as const;
const HANG_UP_SHARE = 0.2;
const HANG_UP_AFTER_MS = [0, 2500] as const;
const BETWEEN_BATCHES_MS = [3000, 9000] as const;
const BATCH_RECIPIENTS = [3, 12] as const;
const CANCELED_BATCH_SHARE = 0.15;
const MAX_DURATION_S = [2, 9] as const;

/** The clients of an installation that is killed: calls, batches, cancellations and hang-ups, each asked for until it is answered. */
export class Load {
  readonly calls: AskedCall[] = [];
  readonly batches: AskedBatch[] = [];
  readonly #client: PersistentClient;
  readonly #agentId: string;
  readonly #random: Random;
  readonly #numberPrefix: string;
  readonly #stopping = new AbortController();
  readonly #givingUp = new AbortController();
  readonly #working: Promise<unknown>[] = [];
  #numbers = 0;

  /** `numberPrefix`: what no other load's numbers begin with, `+` and up to 7 digits. */
  constructor(options: { client: PersistentClient; agentId: string; random: Random; numberPrefix: string }) {
    this.#client = options.client;
    this.#agentId = options.agentId;
    this.#random = options.random;
    this.#numberPrefix = options.numberPrefix;
  }

  start(): void {
    for (let caller = 0; caller < CALLERS; caller += 1) this.#working.push(this.#keepCalling(this.#random.fork()));
    this.#working.push(this.#keepBatching(this.#random.fork()));
  }

  /** Asks for nothing new, and resolves when every open question is answered, or the limit has passed. */
  async stop(limitMs: number): Promise<void> {
    this.#stopping.abort();
    const timer = setTimeout(() => this.#givingUp.abort(), limitMs);
    // A hang-up is added by a caller that is still at work.
    for (let awaited = 0; awaited < this.#working.length; awaited += 1) await this.#working[awaited];
    clearTimeout(timer);
  }

  async #keepCalling(random: Random): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const status = await this.#call(random);
      const [shortestMs, longestMs] = status === 201 ? BETWEEN_CALLS_MS : REFUSED_PAUSE_MS;
      await this.#pause(random.between(shortestMs, longestMs));
    }
  }

  async #call(random: Random): Promise<number | null> {
    const asked: AskedCall = {
      number: this.#nextNumber(),
      sentMs: Date.now(),
      status: null,
      callId: null,
      hangUpAnsweredMs: null,
    };
    this.calls.push(asked);
    const body = {
      agent_id: this.#agentId,
      recipient_phone: asked.number,
      max_duration: Math.round(random.between(...MAX_DURATION_S)),
    };
    const request = { method: 'POST', route: '/call', body, key: `call-${asked.number}` };
    const response = await this.#client.askUntilKnown(request, this.#givingUp.signal);
    if (!response) return null;
    asked.status = response.status;
    if (response.status !== 201) return response.status;
    asked.callId = response.body.call_id;
    if (random.chance(HANG_UP_SHARE)) this.#working.push(this.#hangUp(asked, random.between(...HANG_UP_AFTER_MS)));
    return response.status;
  }

  async #hangUp(asked: AskedCall, afterMs: number): Promise<void> {
    await delay(afterMs);
    const request = { method: 'POST', route: `/calls/${asked.callId}/hangup` };
    const response = await this.#client.askUntilKnown(request, this.#givingUp.signal);
    if (response?.status === 200) asked.hangUpAnsweredMs = Date.now();
  }

  async #keepBatching(random: Random): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#pause(random.between(...BETWEEN_BATCHES_MS));
      if (this.#stopping.signal.aborted) return;
      await this.#batch(random);
    }
  }

  async #batch(random: Random): Promise<void> {
    const numbers = Array.from({ length: Math.round(random.between(...BATCH_RECIPIENTS)) }, () => this.#nextNumber());
    const asked: AskedBatch = { numbers, status: null, batchId: null };
    this.batches.push(asked);
    const body = { agent_id: this.#agentId, recipients: numbers.map((phone) => ({ phone })) };
    const request = { method: 'POST', route: '/calls/batch', body, key: `batch-${numbers[0]}` };
    const response = await this.#client.askUntilKnown(request, this.#givingUp.signal);
    if (!response) return;
    asked.status = response.status;
    if (response.status !== 201) return;
    asked.batchId = response.body.batch_id;
    if (!random.chance(CANCELED_BATCH_SHARE)) return;
    await this.#pause(random.between(0, 3000));
    await this.#client.askUntilKnown(
      { method: 'POST', route: `/calls/batch/${asked.batchId}/cancel` },
      this.#givingUp.signal,
    );
  }

  #nextNumber(): string {
    this.#numbers += 1;
    return `${this.#numberPrefix}${String(this.#numbers).padStart(7, '0')}`;
  }

  #pause(delayMs: number): Promise<void> {
    return delay(delayMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}
