import type { FailureReason, HangupReason } from '../../conversation-event.ts';
import type { Words } from './talk-effect.ts';

/** How the call ends when the agent has said its last words. */
export interface Closing {
  endReason: HangupReason;
  /** Whether the caller can still talk the agent out of it. */
  interruptible: boolean;
  /** The last words, as long as they are not being said; null when they are. */
  words: Words | null;
  /** Why the model cannot go on, whatever the caller says; null when it can. */
  failure: FailureReason | null;
}

/** Not answered yet. */
export interface Idle {
  name: 'idle';
  /** What has failed for good while the telephone rang. */
  failure: FailureReason | null;
}

/** Outbound: the callee has the first word, for a moment. */
export interface AwaitingCallee {
  name: 'awaiting_callee';
}

/** Outbound: "Hello?", or the announcement of an answering machine. */
export interface CalleeGreeting {
  name: 'callee_greeting';
}

/** An answering machine was recognized: its announcement has to end, where a message is to be left. */
export interface AwaitingBeep {
  name: 'awaiting_beep';
  sinceMs: number;
  /** When its beep was heard; null before. */
  beepMs: number | null;
}

/** The agent says nothing: the caller speaks, or the model is about to. */
export interface Listening {
  name: 'listening';
  /** Since when neither side does anything. */
  quietSinceMs: number;
  /** The agent was interrupted by a voice that the model has not heard, then; null: it has, or there was none. */
  unheardSinceMs: number | null;
}

/** Something of the agent's is said, or is in the queue. */
export interface Speaking {
  name: 'speaking';
}

/** A voice over the agent's: playout is held until it is known to be more than a noise. */
export interface Held {
  name: 'held';
}

/** A colleague talks with the caller, and the agent only listens. */
export interface StandingBy {
  name: 'standing_by';
  /** What has failed for good meanwhile. */
  failure: FailureReason | null;
}

/** The agent's last words. */
export interface Ending {
  name: 'ending';
  closing: Closing;
}

/** A voice over last words that can be interrupted. */
export interface EndingHeld {
  name: 'ending_held';
  closing: Closing;
}

/** The model is lost, and another kind of conversation is to go on: what was said already is heard out before. */
export interface HandingOver {
  name: 'handing_over';
  sinceMs: number;
  /** The caller waits for a reply. */
  isOwed: boolean;
  failure: FailureReason;
}

interface Ended {
  name: 'ended';
}

/** The model takes turns with the caller by itself. */
export type Conversing = Listening | Speaking | Held;
export type LastWords = Ending | EndingHeld;

export type Phase =
  | Idle
  | AwaitingCallee
  | CalleeGreeting
  | AwaitingBeep
  | Conversing
  | StandingBy
  | LastWords
  | HandingOver
  | Ended;

export type PhaseName = Phase['name'];
export type PhaseOf<N extends PhaseName> = Extract<Phase, { name: N }>;

/** The last words are over, or the agent is on them. */
export function isLastWords(phase: Phase): phase is LastWords {
  return phase.name === 'ending' || phase.name === 'ending_held';
}
