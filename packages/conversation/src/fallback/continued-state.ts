import { NOTHING_KNOWN } from '../answering/callee-evidence.ts';
import { listening, type Phase } from '../turns/phase.ts';
import { INITIAL_STATE, type TurnState } from '../turns/turn-state.ts';
import type { HeldCall } from './held-call.ts';

/** Recognizers want to hear a word's beginning before the detector is sure of it. */
const PRE_ROLL_MS = 300;

/** Where the turn machine takes up a call that another kind of conversation has held. */
export function continuedState(held: HeldCall): TurnState {
  const { record, answeredBy, atMenu, evidence, reminders, isWaiting } = held;
  const isOpening = held.as === 'ringing' || held.as === 'opening';
  const phase = phaseOf(held);
  return {
    ...INITIAL_STATE,
    phase,
    exchange: {
      ...INITIAL_STATE.exchange,
      tools: phase.name === 'tool_running' ? 'running' : 'none',
      saidSomething: isWaiting,
      fillers: isWaiting ? 1 : 0,
    },
    party: { ...INITIAL_STATE.party, answeredBy, atMenu, turns: isOpening ? 0 : evidence.exchanges },
    callee: isOpening ? NOTHING_KNOWN : evidence,
    manners: { introduced: record.dialogue.hasAgentSpoken, timesNotCaught: 0, reminders },
  };
}

function phaseOf(held: HeldCall): Phase {
  const { as, desk, unheard, record } = held;
  const { nowMs } = record.clock;
  const standingBy: Phase = { name: 'standing_by', sinceMs: nowMs, failure: null };
  switch (as) {
    case 'ringing':
      return INITIAL_STATE.phase;
    case 'opening':
      return { name: 'awaiting_callee', sinceMs: 0 };
    case 'standing_by':
      return standingBy;
    case 'listening':
    case 'owed':
      // What the caller has said is replied to when it is understood.
      if (unheard !== null) return listening(nowMs);
      if (!desk.isIdle) return { name: 'tool_running', sinceMs: nowMs, opening: false };
      return as === 'owed' ? standingBy : listening(nowMs);
  }
}

/** The agent speaks next, as one to whom the call is given back. */
export const hasFloor = ({ as, unheard, desk }: HeldCall): boolean => as === 'owed' && unheard === null && desk.isIdle;

/** What the caller said that was not understood, as it was heard. */
export const unheardAudioOf = ({ unheard, audio }: HeldCall) =>
  unheard === null ? [] : audio.since(unheard.onsetMs - PRE_ROLL_MS);
