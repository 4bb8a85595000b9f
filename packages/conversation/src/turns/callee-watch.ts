import { FRAME_MS } from '@parley/audio';
import { isMachine, judged, MOST_EXCHANGES, WATCH_MS } from '../answering/answer-judgement.ts';
import {
  type CalleeEvidence,
  unansweredMs,
  withAgentDone,
  withAgentHeard,
  withBeep,
  withSound,
  withTurn,
  withVoiceFrom,
  withVoiceUntil,
} from '../answering/callee-evidence.ts';
import { joined } from '../languages/joined.ts';
import type { MachineEvidence } from './phase.ts';
import type { CloseUtterance } from './turn-effect.ts';
import type { PhaseEvent } from './turn-event.ts';
import type { TurnSettings, TurnState } from './turn-state.ts';
import { silenceMs } from './utterance-state.ts';

/** Recognizers tell of a word by then. */
const WORDLESS_MS = 1500;

/** What an event tells of the other side of an outbound call, whatever it means in the phase. */
export function withEvidence(state: TurnState, event: PhaseEvent, settings: TurnSettings): TurnState {
  if (settings.direction === 'inbound') return state;
  const callee = isWatching(state, event.atMs, settings) ? afterEvent(state, event) : afterOwnEvent(state, event);
  return callee === state.callee ? state : { ...state, callee };
}

function afterEvent(state: TurnState, event: PhaseEvent): CalleeEvidence {
  const { callee, voice } = state;
  switch (event.type) {
    case 'voice_started':
      return withVoiceFrom(callee, event.onsetMs);
    case 'voice_stopped':
      return withVoiceUntil(callee, event.untilMs);
    case 'beep':
      return withBeep(callee);
    case 'time': {
      const own = afterOwnEvent(state, event);
      return voice.active ? withSound(own, speechIn(state, event.atMs), event.atMs) : own;
    }
    case 'greeting_heard':
      return withTurn(callee, event.text, 0, 0);
    default:
      return afterOwnEvent(state, event);
  }
}

/** How much the present voice sounds like speech: what goes on long behind the last word does not. */
function speechIn({ voice, utterance: { text, live, changedMs } }: TurnState, atMs: number): number {
  return text !== '' && live && atMs - changedMs > WORDLESS_MS ? 0 : voice.speech;
}

/** What the other side has heard of the agent. */
function afterOwnEvent({ callee, phase }: TurnState, event: PhaseEvent): CalleeEvidence {
  if (event.type === 'playout_finished') return withAgentDone(callee, event.atMs);
  const floor = phase.name === 'overlapped' ? phase.over : phase;
  return event.type === 'time' && floor.name === 'speaking' ? withAgentHeard(callee, FRAME_MS) : callee;
}

/** The words of an utterance that is closed; those of a greeting come when they are known. */
export function withClosed(state: TurnState, { as, text, startMs, endMs }: CloseUtterance): TurnState {
  if (as !== 'turn' && as !== 'aside' && as !== 'unintelligible') return state;
  return { ...state, callee: withTurn(state.callee, text, startMs, endMs) };
}

/** Whether it is still open who has answered. */
export function isWatching({ callee }: TurnState, atMs: number, settings: TurnSettings): boolean {
  return settings.direction === 'outbound' && atMs < WATCH_MS && callee.exchanges < MOST_EXCHANGES;
}

/** All that the other side has said since the answer. */
export const calleeText = ({ callee, utterance }: TurnState, text = utterance.text): string =>
  joined([callee.said, text]);

/** Time has passed: how clear it is by now that this is a machine. */
export function withJudgement<S extends TurnState>(state: S, atMs: number, { language }: TurnSettings): S {
  const callee = judged(state.callee, calleeText(state), language, atMs);
  return callee === state.callee ? state : { ...state, callee };
}

/** It is clear enough to act upon it. */
export const isClearlyMachine = (state: TurnState, atMs: number, { language }: TurnSettings): boolean =>
  isMachine(state.callee, calleeText(state), language, { quietMs: silenceMs(state, atMs), atMs });

/** What has given a machine away. */
export function evidenceOf(state: TurnState, atMs: number, { language }: TurnSettings): MachineEvidence {
  if (state.callee.beeps > 0) return 'beep';
  if (language.soundsLikeMachineGreeting(calleeText(state))) return 'phrase';
  return unansweredMs(state.callee, atMs) > 0 ? 'silence' : 'length';
}
