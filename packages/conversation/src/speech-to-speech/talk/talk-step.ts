import type { TalkEffect } from './talk-effect.ts';
import type { EventOf, EventType } from './talk-event.ts';
import type { Phase, PhaseName, PhaseOf } from './talk-phase.ts';
import type { TalkSettings, TalkState } from './talk-state.ts';

/** What an event leads to: the next state, and what is to be done about it, in order. */
export interface Step {
  state: TalkState;
  effects: TalkEffect[];
}

/** What an event means in some phases; a handler for more phases than it is needed for fits as well. */
export type Handler<T extends EventType, P extends Phase = Phase> = (
  state: TalkState<P>,
  event: EventOf<T>,
  settings: TalkSettings,
) => Step;

/** An answer to every event in the phases `N`. */
export type Row<N extends PhaseName = PhaseName> = { [T in EventType]: Handler<T, PhaseOf<N>> };

const NO_EFFECTS: never[] = [];

export const stay = (state: TalkState, ...effects: TalkEffect[]): Step => ({ state, effects });

export const enter = (state: TalkState, phase: Phase, ...effects: TalkEffect[]): Step => ({
  state: { ...state, phase },
  effects,
});

/** A step, and the one that follows from where it leads. */
export function chain({ state, effects }: Step, next: (state: TalkState) => Step): Step {
  const more = next(state);
  return { state: more.state, effects: more.effects.length === 0 ? effects : [...effects, ...more.effects] };
}

/** The event means nothing in this phase. */
export const ignore = (state: TalkState): Step => ({ state, effects: NO_EFFECTS });

/** What a frame's time means, one check after the other, as long as the phase stays what it is. */
export function inOrder<P extends Phase>(...checks: Handler<'time', P>[]): Handler<'time', P> {
  return (state, event, settings) => {
    const { name } = state.phase;
    let step = ignore(state);
    for (const check of checks) {
      if (step.state.phase.name !== name) break;
      // The phase has this name still: it is of the same type.
      step = chain(step, (current) => check(current as TalkState<P>, event, settings));
    }
    return step;
  };
}
