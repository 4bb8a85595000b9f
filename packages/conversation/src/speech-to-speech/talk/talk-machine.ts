import type { TalkEvent } from './talk-event.ts';
import type { TalkSettings, TalkState } from './talk-state.ts';
import type { Step } from './talk-step.ts';
import { stepIn } from './talk-table.ts';

/**
 * How a call goes that one model holds: what an event means in a state, and what is to be done about it. Pure; time comes
 * with the events, and the same events always lead to the same state.
 */
export const advance = (state: TalkState, event: TalkEvent, settings: TalkSettings): Step =>
  stepIn(withFact(state, event), event, settings);

/** What is so from now on, whatever it means in the phase. */
function withFact(state: TalkState, event: TalkEvent): TalkState {
  switch (event.type) {
    case 'voice_started':
      return { ...state, voice: { active: true, onsetMs: event.onsetMs, untilMs: event.onsetMs } };
    case 'voice_stopped':
      return { ...state, voice: { ...state.voice, active: false, untilMs: event.untilMs } };
    case 'heard': {
      const { text, isFinal } = event;
      const turns = state.callee.turns + (isFinal && text !== '' ? 1 : 0);
      return { ...state, callee: { ...state.callee, text, turns } };
    }
    case 'speech_changed':
      return { ...state, speech: event.speech };
    case 'all_said':
      return { ...state, speech: 'none' };
    case 'leave':
      return { ...state, leavingSinceMs: state.leavingSinceMs ?? event.atMs };
    default:
      return state;
  }
}
