import type { CallPhase, EndReason, LiveMessage, LiveTool, TranscriptTurn } from '@parley/contract';

/** What is known of a call that this browser listens to, or talks in. */
export interface LiveState {
  connection: 'connecting' | 'open' | 'closed';
  callId: string | null;
  phase: CallPhase | null;
  /** Turns that are complete, in the order of what was said. */
  turns: readonly TranscriptTurn[];
  /** Tools that the agent uses now; each has a turn when it has its result. */
  running: readonly LiveTool[];
  /** What the caller is saying, as far as it is understood. */
  hearing: string;
  /** Who talks with the caller. */
  holder: 'agent' | 'supervisor';
  /** This browser's microphone is what the caller hears. */
  hasFloor: boolean;
  /** Keys that the agent has pressed. */
  digits: string;
  /** The call is over. */
  hasEnded: boolean;
  endReason: EndReason | null;
  /** What was refused or failed last, in words. */
  problem: string | null;
}

export const initialLiveState: LiveState = {
  connection: 'connecting',
  callId: null,
  phase: null,
  turns: [],
  running: [],
  hearing: '',
  holder: 'agent',
  hasFloor: false,
  digits: '',
  hasEnded: false,
  endReason: null,
  problem: null,
};

export function nextLiveState(state: LiveState, message: LiveMessage): LiveState {
  switch (message.type) {
    case 'call':
      return { ...state, callId: message.call_id };
    case 'phase':
      return { ...state, phase: message.phase };
    case 'turn':
      return {
        ...state,
        turns: inOrder(state.turns, message.turn),
        hearing: message.turn.role === 'user' ? '' : state.hearing,
      };
    case 'tool':
      return { ...state, running: stillRunning(state.running, message) };
    case 'hearing':
      return { ...state, hearing: message.text };
    case 'floor':
      return { ...state, holder: message.holder, hasFloor: message.is_me && message.holder === 'supervisor' };
    case 'digits':
      return { ...state, digits: state.digits + message.digits };
    case 'error':
      return { ...state, problem: message.error.message };
    case 'ended':
      return { ...state, hasEnded: true, endReason: message.end_reason, hearing: '', running: [] };
    default:
      return state;
  }
}

/** With one that begins, or without one that has its result. */
function stillRunning(running: readonly LiveTool[], news: LiveTool): readonly LiveTool[] {
  const others = running.filter(({ tool, start }) => tool.name !== news.tool.name || start !== news.start);
  return news.duration === null ? [...others, news] : others;
}

/** A turn that was interrupted may become known after one that began later. */
function inOrder(turns: readonly TranscriptTurn[], turn: TranscriptTurn): readonly TranscriptTurn[] {
  const last = turns.at(-1);
  if (last === undefined || last.start <= turn.start) return [...turns, turn];
  return [...turns, turn].sort((a, b) => a.start - b.start);
}
