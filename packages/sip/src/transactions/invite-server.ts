import type { SipRequest, SipResponse } from '../messages/message.ts';
import { type EncodedMessage, encode } from '../messages/serialize-message.ts';
import { type StateTable, to } from '../state-table.ts';
import type { Hop } from '../transports/transport.ts';
import { eventOf } from './client-transaction.ts';
import { Transaction, type TransactionEnvironment } from './transaction.ts';

type State = 'proceeding' | 'completed' | 'confirmed' | 'accepted';
type Timer = 'G' | 'H' | 'I' | 'L';
type Event = 'request' | 'ack' | 'provisional' | 'success' | 'failure' | 'transportError';
type Effect =
  | 'send'
  | 'sendAgain'
  | 'startG'
  | 'startH'
  | 'startI'
  | 'startL'
  | 'stopG'
  | 'stopH'
  | 'deliverAck'
  | 'reportTransportError';

/**
 * RFC 3261 figure 7 as corrected by RFC 6026 figure 2. `provisional`, `success` and `failure` are responses that the user gives;
 * it repeats the 2xx itself. A transport error leaves the state as it is (RFC 6026 section 8.8): a repeated INVITE may have better luck.
 */
export const inviteServerTable: StateTable<State | 'terminated', Event | `timer${Timer}`, Effect> = {
  proceeding: {
    timerG: to('proceeding'),
    timerH: to('proceeding'),
    timerI: to('proceeding'),
    timerL: to('proceeding'),
    request: to('proceeding', 'sendAgain'),
    ack: to('proceeding'),
    provisional: to('proceeding', 'send'),
    success: to('accepted', 'send', 'startL'),
    failure: to('completed', 'send', 'startG', 'startH'),
    transportError: to('proceeding', 'reportTransportError'),
  },
  completed: {
    timerG: to('completed', 'sendAgain', 'startG'),
    timerH: to('terminated'),
    timerI: to('completed'),
    timerL: to('completed'),
    request: to('completed', 'sendAgain'),
    ack: to('confirmed', 'stopG', 'stopH', 'startI'),
    provisional: to('completed'),
    success: to('completed'),
    failure: to('completed'),
    transportError: to('completed', 'reportTransportError'),
  },
  confirmed: {
    timerG: to('confirmed'),
    timerH: to('confirmed'),
    timerI: to('terminated'),
    timerL: to('confirmed'),
    request: to('confirmed'),
    ack: to('confirmed'),
    provisional: to('confirmed'),
    success: to('confirmed'),
    failure: to('confirmed'),
    transportError: to('confirmed'),
  },
  accepted: {
    timerG: to('accepted'),
    timerH: to('accepted'),
    timerI: to('accepted'),
    timerL: to('terminated'),
    request: to('accepted'),
    ack: to('accepted', 'deliverAck'),
    provisional: to('accepted'),
    success: to('accepted', 'sendAgain'),
    failure: to('accepted'),
    transportError: to('accepted', 'reportTransportError'),
  },
  terminated: {
    timerG: to('terminated'),
    timerH: to('terminated'),
    timerI: to('terminated'),
    timerL: to('terminated'),
    request: to('terminated'),
    ack: to('terminated'),
    provisional: to('terminated'),
    success: to('terminated'),
    failure: to('terminated'),
    transportError: to('terminated'),
  },
};

export interface InviteServerUser {
  /** An ACK with the branch of the INVITE after a 2xx: wrong, but some phones send it, and it means what it says. */
  onAck(ack: SipRequest): void;
}

export class InviteServerTransaction extends Transaction<State, Event, Effect, Timer> {
  /** Set by the user that takes the INVITE: a response could not be sent; the request was cancelled. */
  onTransportError: (error: Error) => void = () => {};
  onCancel: () => void = () => {};
  /** The To tag of all responses, the one to CANCEL included (RFC 3261 section 9.2). Set by the user that takes the INVITE. */
  toTag: string | null = null;
  readonly #user: InviteServerUser;
  #response: EncodedMessage | null = null;
  #ack: SipRequest | null = null;
  #error: Error | null = null;

  constructor(environment: TransactionEnvironment, hop: Hop, user: InviteServerUser, onTerminated: () => void) {
    super(environment, hop, inviteServerTable, 'proceeding', onTerminated);
    this.#user = user;
  }

  respond(response: SipResponse): void {
    if (!this.#mayRespond(response)) return;
    this.#response = encode(response);
    if (response.status >= 200) this.onCancel = () => {}; // comes too late, and lets go of the call that is over
    this.fire(eventOf(response));
  }

  /** The call is over. Copies are absorbed for 32 s, which need nothing of it: all that hangs on it goes before. */
  release(): void {
    this.onTransportError = () => {};
    this.onCancel = () => {};
    this.#ack = null;
  }

  /** The INVITE came again. */
  receive(): void {
    this.fire('request');
  }

  receiveAck(ack: SipRequest): void {
    this.#ack = ack;
    this.fire('ack');
  }

  /** The tables ignore a response that comes too late; it must not become the one that is sent again either. */
  #mayRespond(response: SipResponse): boolean {
    if (this.state === 'proceeding') return true;
    return this.state === 'accepted' && eventOf(response) === 'success';
  }

  protected perform(effect: Effect): void {
    InviteServerTransaction.#effects[effect](this);
  }

  static readonly #effects: Readonly<Record<Effect, (transaction: InviteServerTransaction) => void>> = {
    send: (transaction) => transaction.#send(),
    sendAgain: (transaction) => {
      if (!transaction.#response) return;
      transaction.environment.onRetransmission();
      transaction.#send();
    },
    startG: (transaction) => transaction.timers.start('G'),
    startH: (transaction) => {
      transaction.timers.start('H');
      transaction.environment.onOver(transaction);
    },
    startI: (transaction) => transaction.timers.start('I'),
    startL: (transaction) => transaction.timers.start('L'),
    stopG: (transaction) => transaction.timers.stop('G'),
    stopH: (transaction) => transaction.timers.stop('H'),
    deliverAck: (transaction) => transaction.#user.onAck(transaction.#ack!),
    reportTransportError: (transaction) => transaction.onTransportError(transaction.#error!),
  };

  #send(): void {
    this.environment.send(this.#response!, this.hop, (error) => {
      this.#error = error;
      this.fire('transportError');
    });
  }
}
