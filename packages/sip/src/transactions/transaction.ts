import type { EncodedMessage } from '../messages/serialize-message.ts';
import type { Scheduler } from '../scheduler.ts';
import type { StateTable } from '../state-table.ts';
import { type Hop, isReliable } from '../transports/transport.ts';
import { type TimerName, TransactionTimers } from './timers.ts';

/** What a transaction needs of the world. */
export interface TransactionEnvironment {
  readonly scheduler: Scheduler;
  send(message: EncodedMessage, hop: Hop, onError: (error: Error) => void): void;
  onRetransmission(): void;
  /** A server transaction has given its last response, and only absorbs copies from now on. */
  onOver(transaction: { terminate(): void }): void;
}

type TimerEvent<Timer extends TimerName> = `timer${Timer}`;

/** One of the four machines of RFC 3261 section 17: a table, the effects that it names, its timers and the hop that it talks to. */
export abstract class Transaction<
  State extends string,
  Event extends string,
  Effect extends string,
  Timer extends TimerName,
> {
  readonly hop: Hop;
  protected readonly environment: TransactionEnvironment;
  protected readonly timers: TransactionTimers<Timer>;
  readonly #table: StateTable<State | 'terminated', Event | TimerEvent<Timer>, Effect>;
  readonly #onTerminated: () => void;
  #state: State | 'terminated';

  constructor(
    environment: TransactionEnvironment,
    hop: Hop,
    table: StateTable<State | 'terminated', Event | TimerEvent<Timer>, Effect>,
    initial: State,
    onTerminated: () => void,
  ) {
    this.environment = environment;
    this.hop = hop;
    this.#table = table;
    this.#state = initial;
    this.#onTerminated = onTerminated;
    this.timers = new TransactionTimers<Timer>(environment.scheduler, isReliable(hop.protocol), (timer) =>
      this.fire(`timer${timer}`),
    );
  }

  get state(): State | 'terminated' {
    return this.#state;
  }

  /** Ends without a word, whatever the state: the user agent is closed, or a call gave up on the transaction. */
  terminate(): void {
    if (this.#state === 'terminated') return;
    this.#state = 'terminated';
    this.#finish();
  }

  protected abstract perform(effect: Effect): void;

  protected fire(event: Event | TimerEvent<Timer>): void {
    const before = this.#state;
    const { next, effects } = this.#table[before][event];
    this.#state = next;
    // Tables name the effect that hands over to the user last: it may fire the next event before it returns.
    for (const effect of effects) this.perform(effect);
    if (next === 'terminated' && before !== 'terminated') this.#finish();
  }

  #finish(): void {
    this.timers.stopAll();
    this.#onTerminated();
  }
}
