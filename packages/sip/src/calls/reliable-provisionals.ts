import type { SipRequest, SipResponse } from '../messages/message.ts';
import { parseRAck } from '../messages/reliability.ts';
import type { Scheduler } from '../scheduler.ts';
import type { InviteServerTransaction } from '../transactions/invite-server.ts';
import { T1_MS, TRANSACTION_TIMEOUT_MS } from '../transactions/timers.ts';
import { type ReliableEffect, type ReliableEvent, type ReliableState, reliableTable } from './reliable-table.ts';

/** RFC 3262 section 3: between 1 and 2^31 - 1, so that there is room to count. */
const RSEQ_RANGE = 2 ** 31 - 1;

interface Outstanding {
  readonly response: SipResponse;
  readonly rseq: number;
  onAcknowledged(): void;
}

export interface ReliableProvisionalsOptions {
  readonly scheduler: Scheduler;
  readonly random: () => number; // [0, 1)
  readonly transaction: InviteServerTransaction;
  /** No PRACK came for 64*T1. */
  onTimeout(): void;
}

/** Sends provisional responses until each is acknowledged by its PRACK, one after the other: RFC 3262 section 3. */
export class ReliableProvisionals {
  readonly #options: ReliableProvisionalsOptions;
  readonly #waiting: Outstanding[] = [];
  #state: ReliableState = 'idle';
  #current: Outstanding | null = null;
  #nextRSeq: number;
  #cancelResend: () => void = () => {};
  #cancelExpiry: () => void = () => {};

  constructor(options: ReliableProvisionalsOptions) {
    this.#options = options;
    this.#nextRSeq = 1 + Math.floor(options.random() * (RSEQ_RANGE - 1));
  }

  /** Whether a session description is out, or about to be, whose PRACK is missing: a 2xx has to wait for it (section 3). */
  get holdsSdp(): boolean {
    const unacknowledged = this.#current ? [this.#current, ...this.#waiting] : this.#waiting;
    return unacknowledged.some(({ response }) => response.body.length > 0);
  }

  send(response: SipResponse, onAcknowledged: () => void): void {
    const rseq = this.#nextRSeq;
    this.#nextRSeq += 1;
    response.headers.set('require', '100rel').set('rseq', String(rseq));
    this.#waiting.push({ response, rseq, onAcknowledged });
    this.#fire('send');
  }

  /** False: the PRACK is for nothing that is outstanding, and gets 481 (section 3). */
  acknowledge(prack: SipRequest): boolean {
    const rack = parseRAck(prack);
    const current = this.#current;
    if (!rack || !current || rack.method !== 'INVITE') return false;
    if (rack.rseq !== current.rseq || rack.sequence !== current.response.cseq.number) return false;
    this.#fire('acknowledged');
    return true;
  }

  /** The final response leaves, or the call is over. Idempotent. */
  stop(): void {
    this.#fire('stop');
  }

  #fire(event: ReliableEvent): void {
    const { next, effects } = reliableTable[this.#state][event];
    this.#state = next;
    for (const effect of effects) this.#effects[effect]();
  }

  readonly #effects: Readonly<Record<ReliableEffect, () => void>> = {
    transmit: () => {
      this.#current = this.#waiting.shift()!;
      const { scheduler } = this.#options;
      this.#cancelExpiry = scheduler.schedule(TRANSACTION_TIMEOUT_MS, () => this.#fire('expired'));
      this.#repeatAfter(T1_MS);
      this.#options.transaction.respond(this.#current.response);
    },
    enqueue: () => {}, // it is in the line already
    repeat: () => this.#options.transaction.respond(this.#current!.response),
    silence: () => {
      this.#cancelResend();
      this.#cancelExpiry();
    },
    settle: () => {
      const { onAcknowledged } = this.#current!;
      this.#current = null;
      onAcknowledged();
    },
    transmitNext: () => {
      if (this.#waiting.length > 0) this.#fire('send');
    },
    giveUp: () => this.#options.onTimeout(),
  };

  /** Section 3: after T1, and after twice as long each time. */
  #repeatAfter(intervalMs: number): void {
    this.#cancelResend = this.#options.scheduler.schedule(intervalMs, () => {
      this.#fire('resend');
      this.#repeatAfter(intervalMs * 2);
    });
  }
}
