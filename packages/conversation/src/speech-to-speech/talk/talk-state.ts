import { type CalleeEvidence, NOTHING_KNOWN } from '../../answering/callee-evidence.ts';
import type { AnsweredBy } from '../../conversation-event.ts';
import type { TurnSettings } from '../../turns/turn-state.ts';
import type { Speech } from '../model-voice.ts';
import type { AwaitedModel } from './awaited-model.ts';
import type { PressedKeys } from './pressed-keys.ts';
import type { Phase } from './talk-phase.ts';

/** The present or the latest voice, by our own detector. */
interface Voice {
  active: boolean;
  onsetMs: number;
  /** The end of its last voiced frame; counts once it is over. */
  untilMs: number;
}

/** What is known of the other end of an outbound call. */
interface Callee {
  answeredBy: AnsweredBy | null;
  /** A voice menu has the line. */
  atMenu: boolean;
  /** What is being said, as far as it is understood. */
  text: string;
  evidence: CalleeEvidence;
  /** Not looked at any more: a colleague has talked with the other end. */
  isSettled: boolean;
}

/** What has happened since the caller's last turn. */
interface Exchange {
  /** Replies in a row that called tools. */
  toolRounds: number;
  /** Replies in a row in which the model had nothing to say. */
  emptyReplies: number;
  /** Reminders given. */
  reminders: number;
}

interface Tools {
  isRunning: boolean;
  /** The call is handed over: the caller hears a telephone ring, or nothing, until that has failed. */
  isTransfer: boolean;
  /** Since when the caller waits for them, and has not heard that it takes a moment. */
  unbridgedSinceMs: number | null;
}

export const NO_TOOLS: Tools = { isRunning: false, isTransfer: false, unbridgedSinceMs: null };

/** All that the machine knows. What only matters in a phase is in the phase. */
export interface TalkState<P extends Phase = Phase> {
  phase: P;
  /** What is heard of the agent. */
  speech: Speech;
  voice: Voice;
  /** The model should speak; null: it does, or need not. */
  awaited: AwaitedModel | null;
  callee: Callee;
  exchange: Exchange;
  tools: Tools;
  /** Pressed, and not filed yet. */
  keys: PressedKeys | null;
  isFirstMessageAsked: boolean;
  /** The model only listens, and speaks when it is asked to. */
  listensOnly: boolean;
  /** Since when the agent has to go. */
  leavingSinceMs: number | null;
}

/** What the machine needs to know of the agent. */
export interface TalkSettings extends TurnSettings {
  /** There is a voice that speaks where the model cannot. */
  hasOtherVoice: boolean;
  /** Another kind of conversation can go on with the call when the model is lost. */
  hasSuccessor: boolean;
}

/** Before a call of these settings is answered. */
export const initialState = ({ direction, hasFirstMessage }: TalkSettings): TalkState => ({
  phase: { name: 'idle', failure: null },
  speech: 'none',
  voice: { active: false, onsetMs: 0, untilMs: 0 },
  awaited: null,
  callee: { answeredBy: null, atMenu: false, text: '', evidence: NOTHING_KNOWN, isSettled: false },
  exchange: { toolRounds: 0, emptyReplies: 0, reminders: 0 },
  tools: NO_TOOLS,
  keys: null,
  isFirstMessageAsked: false,
  // It begins with words of its own, whatever the callee greets with.
  listensOnly: direction === 'outbound' && hasFirstMessage,
  leavingSinceMs: null,
});
