import { SipHeaders } from '../messages/headers.ts';
import { SipRequest, type SipResponse } from '../messages/message.ts';
import { type EncodedMessage, encode } from '../messages/serialize-message.ts';
import { type StateTable, to } from '../state-table.ts';
import type { Hop } from '../transports/transport.ts';
import { type ClientTransactionUser, eventOf } from './client-transaction.ts';
import { Transaction, type TransactionEnvironment } from './transaction.ts';

type State = 'calling' | 'proceeding' | 'completed' | 'accepted';
type Timer = 'A' | 'B' | 'D' | 'M';
type Event = 'provisional' | 'success' | 'failure' | 'transportError';
type Effect =
  | 'send'
  | 'startA'
  | 'startB'
  | 'startD'
  | 'startM'
  | 'stopA'
  | 'stopB'
  | 'acknowledge'
  | 'acknowledgeAgain'
  | 'deliver'
  | 'reportTimeout'
  | 'reportTransportError';

/** RFC 3261 figure 5 as corrected by RFC 6026 figure 1. The ACK to a 2xx is the user's: 2xx responses are handed up each time. */
export const inviteClientTable: StateTable<State | 'terminated', Event | `timer${Timer}`, Effect> = {
  calling: {
    timerA: to('calling', 'send', 'startA'),
    timerB: to('terminated', 'reportTimeout'),
    timerD: to('calling'),
    timerM: to('calling'),
    provisional: to('proceeding', 'stopA', 'stopB', 'deliver'),
    success: to('accepted', 'stopA', 'stopB', 'startM', 'deliver'),
    failure: to('completed', 'stopA', 'stopB', 'startD', 'acknowledge', 'deliver'),
    transportError: to('terminated', 'reportTransportError'),
  },
  proceeding: {
    timerA: to('proceeding'),
    timerB: to('proceeding'),
    timerD: to('proceeding'),
    timerM: to('proceeding'),
    provisional: to('proceeding', 'deliver'),
    success: to('accepted', 'startM', 'deliver'),
    failure: to('completed', 'startD', 'acknowledge', 'deliver'),
    transportError: to('proceeding'), // of an earlier copy: one has arrived, or nothing would have come back
  },
  completed: {
    timerA: to('completed'),
    timerB: to('completed'),
    timerD: to('terminated'),
    timerM: to('completed'),
    provisional: to('completed'),
    success: to('completed', 'deliver'), // of another phone: a failure did not speak for it
    failure: to('completed', 'acknowledgeAgain'),
    transportError: to('completed'), // of the ACK: the outcome is known, and the next copy of the response gets another ACK
  },
  accepted: {
    timerA: to('accepted'),
    timerB: to('accepted'),
    timerD: to('accepted'),
    timerM: to('terminated'),
    provisional: to('accepted'),
    success: to('accepted', 'deliver'),
    failure: to('accepted'),
    transportError: to('accepted'),
  },
  terminated: {
    timerA: to('terminated'),
    timerB: to('terminated'),
    timerD: to('terminated'),
    timerM: to('terminated'),
    provisional: to('terminated'),
    success: to('terminated'),
    failure: to('terminated'),
    transportError: to('terminated'),
  },
};

export class InviteClientTransaction extends Transaction<State, Event, Effect, Timer> {
  readonly request: SipRequest;
  readonly #encoded: EncodedMessage;
  readonly #user: ClientTransactionUser;
  #attempts = 0;
  #response: SipResponse | null = null;
  #ack: EncodedMessage | null = null;
  #error: Error | null = null;

  constructor(
    environment: TransactionEnvironment,
    request: SipRequest,
    hop: Hop,
    user: ClientTransactionUser,
    onTerminated: () => void,
  ) {
    super(environment, hop, inviteClientTable, 'calling', onTerminated);
    this.request = request;
    this.#encoded = encode(request);
    this.#user = user;
  }

  start(): void {
    for (const effect of ['startB', 'startA', 'send'] as const) this.perform(effect);
  }

  receive(response: SipResponse): void {
    this.#response = response;
    this.fire(eventOf(response));
  }

  /** No copy of the request leaves any more; responses are taken as before, until timer B. */
  stopResending(): void {
    this.timers.stop('A');
  }

  /** The request cannot be sent. */
  fail(error: Error): void {
    this.#error = error;
    this.fire('transportError');
  }

  protected perform(effect: Effect): void {
    InviteClientTransaction.#effects[effect](this);
  }

  static readonly #effects: Readonly<Record<Effect, (transaction: InviteClientTransaction) => void>> = {
    send: (transaction) => transaction.#send(transaction.#encoded, transaction.#attempts++ > 0),
    startA: (transaction) => transaction.timers.start('A'),
    startB: (transaction) => transaction.timers.start('B'),
    startD: (transaction) => transaction.timers.start('D'),
    startM: (transaction) => transaction.timers.start('M'),
    stopA: (transaction) => transaction.timers.stop('A'),
    stopB: (transaction) => transaction.timers.stop('B'),
    acknowledge: (transaction) => {
      transaction.#ack = encode(acknowledgeFailure(transaction.request, transaction.#response!));
      transaction.#send(transaction.#ack, false);
    },
    acknowledgeAgain: (transaction) => transaction.#send(transaction.#ack!, true),
    deliver: (transaction) => transaction.#user.onResponse(transaction.#response!),
    reportTimeout: (transaction) => transaction.#user.onTimeout(),
    reportTransportError: (transaction) => transaction.#user.onTransportError(transaction.#error!),
  };

  #send(message: EncodedMessage, again: boolean): void {
    if (again) this.environment.onRetransmission();
    this.environment.send(message, this.hop, (error) => this.fail(error));
  }
}

/** RFC 3261 section 17.1.1.3: the ACK to a final response other than 2xx belongs to the transaction. */
function acknowledgeFailure(invite: SipRequest, response: SipResponse): SipRequest {
  const headers = new SipHeaders()
    .set('via', invite.headers.get('via') ?? '')
    .set('max-forwards', '70')
    .copyFrom(invite.headers, 'route', 'from')
    .copyFrom(response.headers, 'to')
    .copyFrom(invite.headers, 'call-id')
    .set('cseq', `${invite.cseq.number} ACK`);
  return new SipRequest('ACK', invite.uri, headers);
}
