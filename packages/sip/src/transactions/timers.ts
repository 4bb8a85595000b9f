import type { Scheduler } from '../scheduler.ts';

/** RFC 3261 section 17.1.1.1: the round trip that is assumed. */
export const T1_MS = 500;
/** Section 17.1.2.2: no retransmission comes later than this after the one before, INVITE requests aside. */
export const T2_MS = 4000;
/** Section 17.1.2.2: how long a message may stay in the network. */
const T4_MS = 5000;
/** 64*T1: how long a request is tried. */
export const TRANSACTION_TIMEOUT_MS = 64 * T1_MS;

/** RFC 3261 table 4; L and M from RFC 6026. Timer C is a proxy's. */
export type TimerName = 'A' | 'B' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'K' | 'L' | 'M';

interface TimerRule {
  readonly unreliableMs: number;
  readonly reliableMs: number | null; // null: the timer does not run
  readonly backoffLimitMs?: number; // the timer doubles each time up to this
}

const RULES: Readonly<Record<TimerName, TimerRule>> = {
  A: { unreliableMs: T1_MS, reliableMs: null, backoffLimitMs: Number.POSITIVE_INFINITY }, // INVITE is sent again
  B: { unreliableMs: TRANSACTION_TIMEOUT_MS, reliableMs: TRANSACTION_TIMEOUT_MS }, // INVITE found no answer
  D: { unreliableMs: TRANSACTION_TIMEOUT_MS, reliableMs: 0 }, // repeated final responses to INVITE are absorbed
  E: { unreliableMs: T1_MS, reliableMs: null, backoffLimitMs: T2_MS }, // another request is sent again
  F: { unreliableMs: TRANSACTION_TIMEOUT_MS, reliableMs: TRANSACTION_TIMEOUT_MS }, // another request found no answer
  G: { unreliableMs: T1_MS, reliableMs: null, backoffLimitMs: T2_MS }, // a final response to INVITE is sent again
  H: { unreliableMs: TRANSACTION_TIMEOUT_MS, reliableMs: TRANSACTION_TIMEOUT_MS }, // no ACK came
  I: { unreliableMs: T4_MS, reliableMs: 0 }, // repeated ACKs are absorbed
  J: { unreliableMs: TRANSACTION_TIMEOUT_MS, reliableMs: 0 }, // repeated requests are absorbed
  K: { unreliableMs: T4_MS, reliableMs: 0 }, // repeated responses are absorbed
  L: { unreliableMs: TRANSACTION_TIMEOUT_MS, reliableMs: TRANSACTION_TIMEOUT_MS }, // repeated INVITEs are absorbed after 2xx
  M: { unreliableMs: TRANSACTION_TIMEOUT_MS, reliableMs: TRANSACTION_TIMEOUT_MS }, // repeated and forked 2xx are awaited
};

/** The running timers of one transaction. */
export class TransactionTimers<Name extends TimerName> {
  readonly #scheduler: Scheduler;
  readonly #reliable: boolean;
  readonly #onFire: (timer: Name) => void;
  readonly #running = new Map<Name, () => void>();
  readonly #nextMs = new Map<Name, number>();

  constructor(scheduler: Scheduler, reliable: boolean, onFire: (timer: Name) => void) {
    this.#scheduler = scheduler;
    this.#reliable = reliable;
    this.#onFire = onFire;
  }

  /** Starts a timer; one that backs off takes longer each time that it is started. */
  start(name: Name): void {
    const rule = RULES[name];
    const delayMs = this.#reliable ? rule.reliableMs : (this.#nextMs.get(name) ?? rule.unreliableMs);
    if (delayMs === null) return;
    if (rule.backoffLimitMs !== undefined) this.#nextMs.set(name, Math.min(delayMs * 2, rule.backoffLimitMs));
    this.#schedule(name, delayMs);
  }

  /** Starts a timer that backs off at its longest interval, as section 17.1.2.2 asks for timer E after a provisional response. */
  startAtLimit(name: Name): void {
    const limitMs = RULES[name].backoffLimitMs;
    if (!this.#reliable && limitMs !== undefined) this.#schedule(name, limitMs);
  }

  stop(name: Name): void {
    this.#running.get(name)?.();
    this.#running.delete(name);
  }

  stopAll(): void {
    for (const cancel of this.#running.values()) cancel();
    this.#running.clear();
  }

  #schedule(name: Name, delayMs: number): void {
    this.stop(name);
    const cancel = this.#scheduler.schedule(delayMs, () => {
      this.#running.delete(name);
      this.#onFire(name);
    });
    this.#running.set(name, cancel);
  }
}
