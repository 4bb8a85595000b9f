import { completeTurn } from './complete-turn.ts';
import { keysAreOver } from './end-of-turn.ts';
import { ending, type Listening, thinking } from './phase.ts';
import { silenceVerdict } from './silence.ts';
import type { TurnSettings, TurnState } from './turn-state.ts';
import { enter, type Handler, type Step, stay } from './turn-step.ts';

/** During silence: pressed keys become a turn, and the timeouts of silence run. */
export const passSilence: Handler<'time', Listening> = (state, { atMs }, settings) => {
  if (state.utterance.keys) return keysAreOver(state, atMs) ? completeTurn(state, atMs, settings) : stay(state);
  if (state.party.atMenu) return waitBehindMenu(state, atMs, settings);
  const { manners, phase } = state;
  const quietMs = atMs - phase.quietSinceMs;
  const verdict = silenceVerdict({ quietMs, reminders: manners.reminders }, settings);
  if (verdict === 'wait') return stay(state);
  if (verdict === 'give_up') return giveUp(state, atMs);
  const reminded = { ...state, manners: { ...manners, reminders: manners.reminders + 1 } };
  return enter(reminded, thinking(atMs), [{ type: 'say', line: 'reminder' }]);
};

/** A menu that puts the call through is silent for long; no reminder is spoken. */
function waitBehindMenu(state: TurnState<Listening>, atMs: number, settings: TurnSettings): Step {
  const { maxReminders, reminderMs, endMs } = settings;
  const isPatient = atMs - state.phase.quietSinceMs < maxReminders * reminderMs + endMs;
  return isPatient ? stay(state) : giveUp(state, atMs);
}

function giveUp(state: TurnState, atMs: number): Step {
  const closing = { endReason: 'silence_timeout', interruptible: true, worded: false, saidMs: null } as const;
  return enter(state, ending(atMs, closing), [{ type: 'say', line: 'goodbye' }]);
}
