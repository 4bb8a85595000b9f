import type { MediaClock } from './media-clock.ts';

/** What carries out each effect. */
export type EffectHandlers<F extends { type: string }> = {
  [T in F['type']]: (effect: Extract<F, { type: T }>) => void;
};

export type WithoutTime<T> = T extends unknown ? Omit<T, 'atMs'> : never;

export interface MachineLoopOptions<S, E, F extends { type: string }, C> {
  initial: S;
  /** What the machine needs to know of the agent. */
  settings: C;
  /** Pure. */
  advance: (state: S, event: E, settings: C) => { state: S; effects: readonly F[] };
  handlers: EffectHandlers<F>;
  clock: MediaClock;
}

/** Runs a pure machine: events in, in the order in which they happen, and effects out, one after the other. */
export class MachineLoop<S, E extends { atMs: number }, F extends { type: string }, C> {
  readonly #options: MachineLoopOptions<S, E, F, C>;
  readonly #events: E[] = [];
  #settings: C;
  #state: S;
  #isRunning = false;

  constructor(options: MachineLoopOptions<S, E, F, C>) {
    this.#options = options;
    this.#settings = options.settings;
    this.#state = options.initial;
  }

  get state(): S {
    return this.#state;
  }

  /** From the next event on. */
  useSettings(settings: C): void {
    this.#settings = settings;
  }

  /** The event happens now. One that an effect causes is dealt with after the effects of the one before. */
  dispatch(event: WithoutTime<E>): void {
    // The compiler does not see that an event with its time is one again.
    this.#events.push({ ...event, atMs: this.#options.clock.nowMs } as unknown as E);
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let next = this.#events.shift(); next; next = this.#events.shift()) this.#advance(next);
    } finally {
      this.#isRunning = false;
    }
  }

  #advance(event: E): void {
    const { advance, handlers } = this.#options;
    const { state, effects } = advance(this.#state, event, this.#settings);
    this.#state = state;
    for (const effect of effects) {
      // The table pairs every effect with a handler of its type; the compiler cannot follow the index.
      const handle = handlers[effect.type as F['type']] as (effect: F) => void;
      handle(effect);
    }
  }
}
