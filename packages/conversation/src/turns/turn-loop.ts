import type { MediaClock } from '../media-clock.ts';
import type { TurnEffect } from './turn-effect.ts';
import type { TurnEvent } from './turn-event.ts';
import { advance } from './turn-machine.ts';
import { INITIAL_STATE, type TurnSettings, type TurnState } from './turn-state.ts';

/** What carries out each effect. */
export type EffectHandlers = { [T in TurnEffect['type']]: (effect: Extract<TurnEffect, { type: T }>) => void };

export type WithoutTime<T> = T extends unknown ? Omit<T, 'atMs'> : never;

/** Runs the turn machine: events in, in the order in which they happen, and effects out, one after the other. */
export class TurnLoop {
  #settings: TurnSettings;
  readonly #clock: MediaClock;
  readonly #handlers: EffectHandlers;
  readonly #events: TurnEvent[] = [];
  #state: TurnState = INITIAL_STATE;
  #isRunning = false;

  constructor(settings: TurnSettings, clock: MediaClock, handlers: EffectHandlers) {
    this.#settings = settings;
    this.#clock = clock;
    this.#handlers = handlers;
  }

  /** From the next event on. */
  useSettings(settings: TurnSettings): void {
    this.#settings = settings;
  }

  get state(): TurnState {
    return this.#state;
  }

  /** The event happens now. One that an effect causes is dealt with after the effects of the one before. */
  dispatch(event: WithoutTime<TurnEvent>): void {
    this.#events.push({ ...event, atMs: this.#clock.nowMs });
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let next = this.#events.shift(); next; next = this.#events.shift()) this.#advance(next);
    } finally {
      this.#isRunning = false;
    }
  }

  #advance(event: TurnEvent): void {
    const { state, effects } = advance(this.#state, event, this.#settings);
    this.#state = state;
    for (const effect of effects) {
      // The table pairs every effect with a handler of its type; the compiler cannot follow the index.
      const handle = this.#handlers[effect.type] as (effect: TurnEffect) => void;
      handle(effect);
    }
  }
}
