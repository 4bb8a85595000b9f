import { spokenKey } from '../languages/spoken-words.ts';
import { hasFloor, type Phase, type PhaseName, type PhaseOf, thinking } from './phase.ts';
import type { PhaseEffect, TurnEffect } from './turn-effect.ts';
import type { EventOf, EventType } from './turn-event.ts';
import { NOTHING_HEARD, type TurnSettings, type TurnState } from './turn-state.ts';

/** What an event leads to: the next state, and what is to be done about it, in order. */
export interface Step {
  state: TurnState;
  effects: PhaseEffect[];
}

/** What an event means in some phases; a handler for more phases than it is needed for fits as well. */
export type Handler<T extends EventType, P extends Phase = Phase> = (
  state: TurnState<P>,
  event: EventOf<T>,
  settings: TurnSettings,
) => Step;

/** An answer to every event in the phases `N`. */
export type Row<N extends PhaseName = PhaseName> = { [T in EventType]: Handler<T, PhaseOf<N>> };

const NO_EFFECTS: never[] = [];

export const stay = (state: TurnState, effects: PhaseEffect[] = NO_EFFECTS): Step => ({ state, effects });

export const enter = (state: TurnState, phase: Phase, effects: PhaseEffect[] = NO_EFFECTS): Step => ({
  state: { ...state, phase },
  effects,
});

/** What comes before a step. */
export const after = (before: PhaseEffect[], { state, effects }: Step): Step => ({
  state,
  effects: [...before, ...effects],
});

/** The event means nothing in this phase. */
export const ignore = (state: TurnState): Step => stay(state);

/** What is heard from now on is another utterance; each step that says so closes the one before by `closeUtterance`. */
export const withoutUtterance = <P extends Phase>(state: TurnState<P>): TurnState<P> => ({
  ...state,
  // A voice that was not filed is still there.
  utterance: { ...NOTHING_HEARD, onsetsMs: state.utterance.onsetsMs },
});

/** The agent's first words. */
export function open(state: TurnState, atMs: number, settings: TurnSettings, before: PhaseEffect[] = []): Step {
  const first: TurnEffect = settings.hasFirstMessage
    ? { type: 'say', line: 'first_message' }
    : { type: 'reply', text: null };
  return enter(withoutUtterance(state), thinking(atMs, true), [...before, first]);
}

/** Effects that leave nothing of the agent's in the air; pair them with `speculated: null`. */
export function silenceAgent({ phase, speculated }: TurnState, cause: 'voice' | 'key' | null = null): TurnEffect[] {
  const effects: TurnEffect[] = [];
  if (hasFloor(phase)) effects.push({ type: 'drop_speech', for: cause });
  if (speculated !== null) effects.push({ type: 'discard_speculation' });
  return effects;
}

/** Whether the reply that is being prepared is for other words than these. */
export function speculatesOnOther({ speculated }: TurnState, text: string): boolean {
  return speculated !== null && speculated !== spokenKey(text);
}

/** The reply that is being prepared, if one is, is of no use any more. */
export function withoutSpeculation<P extends Phase>(
  state: TurnState<P>,
): { state: TurnState<P>; effects: PhaseEffect[] } {
  if (state.speculated === null) return { state, effects: NO_EFFECTS };
  return { state: { ...state, speculated: null }, effects: [{ type: 'discard_speculation' }] };
}

/** A speaker who is no answering machine is a person; that is reported once, and on outbound calls. */
export function meetSpeaker<P extends Phase>(
  state: TurnState<P>,
  { direction }: TurnSettings,
): { state: TurnState<P>; effects: TurnEffect[] } {
  if (direction === 'inbound' || state.party.answeredBy !== null) return { state, effects: NO_EFFECTS };
  return {
    state: { ...state, party: { ...state.party, answeredBy: 'human' } },
    effects: [{ type: 'answered_by', who: 'human' }],
  };
}
