import type { AnsweredBy, FailureReason, HangupReason } from '../conversation-event.ts';
import type { PhraseSet } from '../languages/phrase-set.ts';
import type { SpokenLanguage } from '../languages/spoken-language.ts';
import type { ProviderRole } from '../provider/provider-error.ts';
import type { EchoEvidence } from './echo.ts';

export type Phase =
  /** Not answered yet. */
  | 'idle'
  /** Outbound: will whoever picked up say something? */
  | 'awaiting_callee'
  /** Outbound: "Hello?" – or the announcement of a machine. */
  | 'callee_greeting'
  /** A machine was recognized: its announcement or beep has to end. */
  | 'awaiting_beep'
  | 'leaving_message'
  /** Nobody speaks. */
  | 'listening'
  | 'user_speaking'
  /** The user has stopped; for good, or to breathe? */
  | 'endpointing'
  /** The agent is about to speak. */
  | 'thinking'
  | 'speaking'
  /** Somebody speaks while the agent has the floor: playout is held until it is decided what that means. */
  | 'paused'
  /** The agent has said what it had to say, and waits for a tool. */
  | 'tool_running'
  /** Somebody else talks with the caller, and the agent only listens. */
  | 'standing_by'
  /** The agent's last words. */
  | 'ending'
  | 'ended';

/** Phases in which the agent has the floor, and to which a held playout can return. */
export type AgentPhase = 'thinking' | 'speaking' | 'tool_running' | 'ending';

/** What the agent says without asking its model. */
export type Line =
  | 'first_message'
  | 'voicemail_message'
  | 'reminder'
  | 'goodbye'
  | 'opt_out'
  | 'apology'
  /** The host is stopping. */
  | 'farewell'
  | 'one_moment'
  /** A voice was heard, and no words. */
  | 'not_caught'
  /** What was left of a speech that was interrupted by a noise. */
  | 'remainder';

/** What the user has said since the last turn was closed. */
export interface OpenUtterance {
  text: string;
  /** Every question to the recognizer was answered. */
  settled: boolean;
  /** The final text was asked for since the voice was last heard. */
  finalizeAsked: boolean;
  /** When the text last changed. */
  changedMs: number;
  /** Words came while they were being said, without a final text being asked for. */
  live: boolean;
  /** Words of the agent's own were taken away from its text. */
  echoed: boolean;
  /** How far the recognizer has listened; null when it does not say, or has answered for everything. */
  listenedUntilMs: number | null;
  /** Media time of its first voice; null before it. */
  startMs: number | null;
  endMs: number;
}

interface PressedKeys {
  digits: string;
  firstMs: number;
  lastMs: number;
}

export interface Closing {
  endReason: HangupReason;
  /** Whether the user can still talk the agent out of it. */
  interruptible: boolean;
  /** Whether there were last words; a goodbye without words expects none back. */
  worded: boolean;
  /** When the last words had been played; null while they are not. */
  saidMs: number | null;
}

export interface TurnState {
  phase: Phase;
  /** When the phase began. */
  sinceMs: number;
  /** The present or the latest voice; `untilMs` is the end of its last voiced frame and counts once it is over. */
  voice: { active: boolean; onsetMs: number; untilMs: number };
  utterance: OpenUtterance;
  keys: PressedKeys | null;
  /** The words for which a reply is being prepared; none, when it goes on from the results of tools. */
  speculated: string | null;
  /** Set when the call ends after what the agent is saying, or was saying when something interrupted it. */
  closing: Closing | null;
  /** The agent has not finished its first words, and nobody has interrupted them. */
  opening: boolean;
  /** Where `paused` goes back to; null in every other phase. */
  resume: AgentPhase | null;
  /** Tools that the agent's present reply called. */
  tools: 'none' | 'running' | 'done';
  saidOneMoment: boolean;
  /** The open utterance has interrupted the agent. */
  hasInterrupted: boolean;
  /** A voice that begins right behind the agent's may be the agent's own, sent back by the line. */
  echoSuspected: boolean;
  /** When the line was last proven to send back the agent's words; null before. */
  echoProvenMs: number | null;
  /** Noises in a row for which the agent has paused. */
  falseAlarms: number;
  /** The agent has been heard to say something. */
  introduced: boolean;
  /** How often in a row the agent has said that it heard a voice and no words. */
  timesNotCaught: number;
  /** Reminders given since the user last said something. */
  reminders: number;
  /** Since when nobody has said anything. */
  quietSinceMs: number;
  answeredBy: AnsweredBy | null;
  /** A voice menu has the line, and nobody was met behind it yet. */
  atMenu: boolean;
  /** Turns that the user has completed. */
  userTurns: number;
  /** What has failed while the agent stood by. */
  failedMeanwhile: { role: ProviderRole; endReason: FailureReason | 'interrupted_by_restart' } | null;
  /** Why a machine is thought to have answered, and when its beep was heard. */
  machine: { evidence: 'phrase' | 'beep' | 'length'; beepMs: number | null } | null;
}

export type TurnEvent =
  | { type: 'answered'; atMs: number }
  /** A frame has passed. */
  | { type: 'time'; atMs: number }
  | { type: 'voice_started'; atMs: number; onsetMs: number }
  | { type: 'voice_stopped'; atMs: number; untilMs: number }
  /** What the open utterance sounds like now, without the agent's own words. */
  | {
      type: 'heard';
      atMs: number;
      text: string;
      settled: boolean;
      echo: EchoEvidence;
      /** How far the recognizer has listened; null when it does not say, or has answered for everything. */
      listenedUntilMs: number | null;
    }
  /** What the recognizer's own end-of-turn model says of the open utterance. */
  | { type: 'recognizer_turn'; atMs: number; stage: 'likely' | 'resumed' | 'over' }
  /** The final words of a greeting that was answered without waiting for them. */
  | { type: 'greeting_heard'; atMs: number; text: string }
  | { type: 'key'; atMs: number; digit: string }
  | { type: 'beep'; atMs: number }
  /** The first frame of what the agent says has been sent. */
  | { type: 'playout_started'; atMs: number }
  /** The last one has. */
  | { type: 'playout_finished'; atMs: number }
  /** What was said while the model had not begun to answer is over, and it has not yet. */
  | { type: 'filler_finished'; atMs: number }
  /** The model has written its last word. */
  | { type: 'reply_ended'; atMs: number; next: 'listen' | 'tools' | 'end_call' }
  /** Every tool that was called has answered. */
  | { type: 'tools_done'; atMs: number; followUp: boolean }
  /** A provider has failed for good, or our own code around it; or the host has to go. */
  | {
      type: 'failed';
      atMs: number;
      role: ProviderRole | 'host';
      endReason: FailureReason | 'interrupted_by_restart';
    }
  /** Somebody else talks with the caller from now on. */
  | { type: 'taken_over'; atMs: number }
  /** The agent does again. */
  | { type: 'given_back'; atMs: number }
  | { type: 'hung_up'; atMs: number };

export type TurnEffect =
  | { type: 'hold_playout' }
  | { type: 'release_playout' }
  /** Stop the agent's present speech for good, with its model and its synthesis. `for`: what the caller stops it by. */
  | { type: 'drop_speech'; for: 'voice' | 'key' | null }
  /** Say something meanwhile, if the model has not begun to answer. */
  | { type: 'fill_pause' }
  | { type: 'finalize_recognition' }
  /** Prepare the reply to this; `null`: to the results of tools. */
  | { type: 'speculate'; text: string | null }
  | { type: 'discard_speculation' }
  | CloseUtterance
  /** Ask the model; adopt the reply that was prepared when it is for this text. `null`: nothing new was said. */
  | { type: 'reply'; text: string | null }
  | { type: 'say'; line: Line }
  /** The agent's words were heard: transfer, send key presses. */
  | { type: 'act' }
  | { type: 'answered_by'; who: AnsweredBy }
  | { type: 'hang_up'; endReason: HangupReason };

/** What is heard from now on is another utterance. */
export interface CloseUtterance {
  type: 'close_utterance';
  /**
   * `greeting`: its text may come later. `aside`: for the transcript, not for the model. `unintelligible`: speech without words,
   * for the transcript. `noise`: forgotten.
   */
  as: 'turn' | 'greeting' | 'aside' | 'unintelligible' | 'noise';
  text: string;
  startMs: number;
  endMs: number;
  /** It ends with a voice, not with a key. */
  voiced: boolean;
}

/** What the machine needs to know of the agent. */
export interface TurnSettings {
  direction: 'outbound' | 'inbound';
  hasFirstMessage: boolean;
  endpointingMs: number;
  interruptionMs: number;
  speculate: boolean;
  language: SpokenLanguage;
  backchannels: PhraseSet;
  /** Backchannels and what is said into the agent's first words. */
  greetings: PhraseSet;
  /** Backchannels and what is said into its last ones. */
  farewells: PhraseSet;
  /** All of these: what people say of their own accord at such a moment, even in the agent's words. */
  courtesies: PhraseSet;
  detectVoicemail: boolean;
  leavesMessage: boolean;
  reminderMs: number;
  endMs: number;
  maxReminders: number;
}

export const NOTHING_HEARD: OpenUtterance = {
  text: '',
  settled: true,
  finalizeAsked: false,
  changedMs: 0,
  live: false,
  echoed: false,
  listenedUntilMs: null,
  startMs: null,
  endMs: 0,
};

export const INITIAL_STATE: TurnState = {
  phase: 'idle',
  sinceMs: 0,
  voice: { active: false, onsetMs: 0, untilMs: 0 },
  utterance: NOTHING_HEARD,
  keys: null,
  speculated: null,
  closing: null,
  opening: false,
  resume: null,
  tools: 'none',
  saidOneMoment: false,
  hasInterrupted: false,
  echoSuspected: false,
  echoProvenMs: null,
  falseAlarms: 0,
  introduced: false,
  timesNotCaught: 0,
  reminders: 0,
  quietSinceMs: 0,
  answeredBy: null,
  atMenu: false,
  userTurns: 0,
  failedMeanwhile: null,
  machine: null,
};
