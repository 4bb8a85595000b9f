import { type EffectHandlers, MachineLoop } from '../machine-loop.ts';
import type { MediaClock } from '../media-clock.ts';
import type { TurnEffect } from './turn-effect.ts';
import type { TurnEvent } from './turn-event.ts';
import { advance } from './turn-machine.ts';
import { INITIAL_STATE, type TurnSettings, type TurnState } from './turn-state.ts';

/** Runs the turn machine. */
export class TurnLoop extends MachineLoop<TurnState, TurnEvent, TurnEffect, TurnSettings> {
  constructor(
    settings: TurnSettings,
    clock: MediaClock,
    handlers: EffectHandlers<TurnEffect>,
    initial: TurnState = INITIAL_STATE,
  ) {
    super({ initial, settings, advance, handlers, clock });
  }
}
