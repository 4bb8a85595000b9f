import type { SipResponse } from '../messages/message.ts';
import { type EncodedMessage, encode } from '../messages/serialize-message.ts';
import { type StateTable, to } from '../state-table.ts';
import type { Hop } from '../transports/transport.ts';
import { eventOf } from './client-transaction.ts';
import { Transaction, type TransactionEnvironment } from './transaction.ts';

type State = 'trying' | 'proceeding' | 'completed';
type Timer = 'J';
type Event = 'request' | 'provisional' | 'final' | 'transportError';
type Effect = 'send' | 'sendAgain' | 'startJ';

/** RFC 3261 figure 8, with transport errors after RFC 6026 section 8.8: a repeated request may have better luck. */
export const nonInviteServerTable: StateTable<State | 'terminated', Event | `timer${Timer}`, Effect> = {
  trying: {
    timerJ: to('trying'),
    request: to('trying'),
    provisional: to('proceeding', 'send'),
    final: to('completed', 'send', 'startJ'),
    transportError: to('trying'),
  },
  proceeding: {
    timerJ: to('proceeding'),
    request: to('proceeding', 'sendAgain'),
    provisional: to('proceeding', 'send'),
    final: to('completed', 'send', 'startJ'),
    transportError: to('proceeding'),
  },
  completed: {
    timerJ: to('terminated'),
    request: to('completed', 'sendAgain'),
    provisional: to('completed'),
    final: to('completed'),
    transportError: to('completed'),
  },
  terminated: {
    timerJ: to('terminated'),
    request: to('terminated'),
    provisional: to('terminated'),
    final: to('terminated'),
    transportError: to('terminated'),
  },
};

export class NonInviteServerTransaction extends Transaction<State, Event, Effect, Timer> {
  #response: EncodedMessage | null = null;

  constructor(environment: TransactionEnvironment, hop: Hop, onTerminated: () => void) {
    super(environment, hop, nonInviteServerTable, 'trying', onTerminated);
  }

  respond(response: SipResponse): void {
    if (this.state !== 'trying' && this.state !== 'proceeding') return;
    this.#response = encode(response);
    this.fire(eventOf(response) === 'provisional' ? 'provisional' : 'final');
  }

  /** The request came again. */
  receive(): void {
    this.fire('request');
  }

  protected perform(effect: Effect): void {
    NonInviteServerTransaction.#effects[effect](this);
  }

  static readonly #effects: Readonly<Record<Effect, (transaction: NonInviteServerTransaction) => void>> = {
    send: (transaction) => transaction.#send(),
    sendAgain: (transaction) => {
      transaction.environment.onRetransmission();
      transaction.#send();
    },
    startJ: (transaction) => {
      transaction.timers.start('J');
      transaction.environment.onOver(transaction);
    },
  };

  #send(): void {
    this.environment.send(this.#response!, this.hop, () => this.fire('transportError'));
  }
}
