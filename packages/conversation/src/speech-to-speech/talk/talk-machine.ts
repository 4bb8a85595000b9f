import {
  type CalleeEvidence,
  withAgentDone,
  withBeep,
  withSound,
  withTurn,
  withVoiceFrom,
  withVoiceUntil,
} from '../../answering/callee-evidence.ts';
import type { EventOf, TalkEvent } from './talk-event.ts';
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
    case 'voice_started': {
      const heard = withEvidence(state, withVoiceFrom(state.callee.evidence, event.onsetMs));
      return { ...heard, voice: { active: true, onsetMs: event.onsetMs, untilMs: event.onsetMs } };
    }
    case 'voice_stopped': {
      const heard = withEvidence(state, withVoiceUntil(state.callee.evidence, event.untilMs));
      return { ...heard, voice: { ...state.voice, active: false, untilMs: event.untilMs } };
    }
    // Whatever our detector takes for a voice: the model alone knows better.
    case 'time':
      return state.voice.active ? withEvidence(state, withSound(state.callee.evidence, 1, event.atMs)) : state;
    case 'heard':
      return withWords(state, event);
    case 'beep':
      return withEvidence(state, withBeep(state.callee.evidence));
    case 'speech_changed':
      return { ...state, speech: event.speech };
    case 'all_said':
      return { ...withEvidence(state, withAgentDone(state.callee.evidence, event.atMs)), speech: 'none' };
    case 'leave':
      return { ...state, leavingSinceMs: state.leavingSinceMs ?? event.atMs };
    default:
      return state;
  }
}

const withEvidence = (state: TalkState, evidence: CalleeEvidence): TalkState => ({
  ...state,
  callee: { ...state.callee, evidence },
});

function withWords(state: TalkState, { text, isFinal }: EventOf<'heard'>): TalkState {
  const { voice, callee } = state;
  if (!isFinal) return { ...state, callee: { ...callee, text } };
  const evidence = withTurn(callee.evidence, text, voice.onsetMs, voice.untilMs);
  return { ...state, callee: { ...callee, text: '', evidence } };
}
