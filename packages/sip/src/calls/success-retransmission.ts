import type { SipRequest, SipResponse } from '../messages/message.ts';
import type { Scheduler } from '../scheduler.ts';
import type { InviteServerTransaction } from '../transactions/invite-server.ts';
import { T1_MS, T2_MS, TRANSACTION_TIMEOUT_MS } from '../transactions/timers.ts';

export interface SuccessRetransmissionUser {
  onAck(ack: SipRequest): void;
  onNoAck(): void;
}

/** Repeats a 2xx to an INVITE until its ACK comes, over any transport: RFC 3261 section 13.3.1.4. */
export class SuccessRetransmission {
  readonly #scheduler: Scheduler;
  readonly #transaction: InviteServerTransaction;
  readonly #response: SipResponse;
  readonly #user: SuccessRetransmissionUser;
  #cancelRetransmission: () => void = () => {};
  #cancelTimeout: () => void = () => {};

  constructor(
    scheduler: Scheduler,
    transaction: InviteServerTransaction,
    response: SipResponse,
    user: SuccessRetransmissionUser,
  ) {
    this.#scheduler = scheduler;
    this.#transaction = transaction;
    this.#response = response;
    this.#user = user;
  }

  start(): void {
    this.#cancelTimeout = this.#scheduler.schedule(TRANSACTION_TIMEOUT_MS, () => {
      this.stop();
      this.#user.onNoAck();
    });
    this.#sendAndRepeat(T1_MS);
  }

  acknowledge(ack: SipRequest): void {
    this.stop();
    this.#user.onAck(ack);
  }

  stop(): void {
    this.#cancelRetransmission();
    this.#cancelTimeout();
  }

  #sendAndRepeat(intervalMs: number): void {
    this.#cancelRetransmission = this.#scheduler.schedule(intervalMs, () =>
      this.#sendAndRepeat(Math.min(intervalMs * 2, T2_MS)),
    );
    this.#transaction.respond(this.#response);
  }
}
