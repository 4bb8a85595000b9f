import type { SipRequest, SipResponse } from '../messages/message.ts';
import { type EncodedMessage, encode } from '../messages/serialize-message.ts';
import { type StateTable, to } from '../state-table.ts';
import type { Hop } from '../transports/transport.ts';
import { type ClientTransactionUser, eventOf } from './client-transaction.ts';
import { Transaction, type TransactionEnvironment } from './transaction.ts';

type State = 'trying' | 'proceeding' | 'completed';
type Timer = 'E' | 'F' | 'K';
type Event = 'provisional' | 'final' | 'transportError';
type Effect =
  | 'send'
  | 'startE'
  | 'startEAtT2'
  | 'startF'
  | 'startK'
  | 'stopE'
  | 'stopF'
  | 'deliver'
  | 'reportTimeout'
  | 'reportTransportError';

/** RFC 3261 figure 6. */
export const nonInviteClientTable: StateTable<State | 'terminated', Event | `timer${Timer}`, Effect> = {
  trying: {
    timerE: to('trying', 'send', 'startE'),
    timerF: to('terminated', 'reportTimeout'),
    timerK: to('trying'),
    provisional: to('proceeding', 'deliver'),
    final: to('completed', 'stopE', 'stopF', 'startK', 'deliver'),
    transportError: to('terminated', 'reportTransportError'),
  },
  proceeding: {
    timerE: to('proceeding', 'send', 'startEAtT2'),
    timerF: to('terminated', 'reportTimeout'),
    timerK: to('proceeding'),
    provisional: to('proceeding', 'deliver'),
    final: to('completed', 'stopE', 'stopF', 'startK', 'deliver'),
    transportError: to('terminated', 'reportTransportError'),
  },
  completed: {
    timerE: to('completed'),
    timerF: to('completed'),
    timerK: to('terminated'),
    provisional: to('completed'),
    final: to('completed'),
    transportError: to('completed'),
  },
  terminated: {
    timerE: to('terminated'),
    timerF: to('terminated'),
    timerK: to('terminated'),
    provisional: to('terminated'),
    final: to('terminated'),
    transportError: to('terminated'),
  },
};

export class NonInviteClientTransaction extends Transaction<State, Event, Effect, Timer> {
  readonly #encoded: EncodedMessage;
  readonly #user: ClientTransactionUser;
  #attempts = 0;
  #response: SipResponse | null = null;
  #error: Error | null = null;

  constructor(
    environment: TransactionEnvironment,
    request: SipRequest,
    hop: Hop,
    user: ClientTransactionUser,
    onTerminated: () => void,
  ) {
    super(environment, hop, nonInviteClientTable, 'trying', onTerminated);
    this.#encoded = encode(request);
    this.#user = user;
  }

  start(): void {
    for (const effect of ['startF', 'startE', 'send'] as const) this.perform(effect);
  }

  receive(response: SipResponse): void {
    this.#response = response;
    this.fire(eventOf(response) === 'provisional' ? 'provisional' : 'final');
  }

  /** The request cannot be sent. */
  fail(error: Error): void {
    this.#error = error;
    this.fire('transportError');
  }

  protected perform(effect: Effect): void {
    NonInviteClientTransaction.#effects[effect](this);
  }

  static readonly #effects: Readonly<Record<Effect, (transaction: NonInviteClientTransaction) => void>> = {
    send: (transaction) => transaction.#send(),
    startE: (transaction) => transaction.timers.start('E'),
    startEAtT2: (transaction) => transaction.timers.startAtLimit('E'),
    startF: (transaction) => transaction.timers.start('F'),
    startK: (transaction) => transaction.timers.start('K'),
    stopE: (transaction) => transaction.timers.stop('E'),
    stopF: (transaction) => transaction.timers.stop('F'),
    deliver: (transaction) => transaction.#user.onResponse(transaction.#response!),
    reportTimeout: (transaction) => transaction.#user.onTimeout(),
    reportTransportError: (transaction) => transaction.#user.onTransportError(transaction.#error!),
  };

  #send(): void {
    if (this.#attempts > 0) this.environment.onRetransmission();
    this.#attempts += 1;
    this.environment.send(this.#encoded, this.hop, (error) => this.fail(error));
  }
}
