import type { AnsweredBy, HangupReason, TimedWord } from '../conversation-event.ts';

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
  /** It takes more than a moment. */
  | 'still_working'
  /** A voice was heard, and no words. */
  | 'not_caught'
  /** What was left of a speech that was interrupted by a noise. */
  | 'remainder';

/** What is said to a caller who waits. */
export type Waiting = Extract<Line, 'one_moment' | 'still_working'>;

/** What the machine asks for. */
export type TurnEffect =
  /** What the agent is saying goes on more quietly; what it has not begun to say waits. */
  | { type: 'duck_playout' }
  | { type: 'restore_playout' }
  /** What the agent is saying stops short, and goes on. */
  | { type: 'hold_playout' }
  | { type: 'release_playout' }
  /** Stop the agent's present speech for good, with its model and its synthesis. `for`: what the caller stops it by. */
  | { type: 'drop_speech'; for: 'voice' | 'key' | null }
  /** Say something meanwhile, if the model has not begun to answer. */
  | { type: 'fill_pause'; line: Waiting }
  /** `overAgent`: what was said was said while the agent had the floor. */
  | { type: 'finalize_recognition'; overAgent: boolean }
  /** Prepare the reply to this; `null`: to the results of tools. */
  | { type: 'speculate'; text: string | null }
  | { type: 'discard_speculation' }
  | FileUtterance
  /** What was said before is not to be recognized again. */
  | { type: 'forget_audio'; beforeMs: number }
  /** Ask the model; adopt the reply that was prepared when it is for this text. `null`: nothing new was said. */
  | { type: 'reply'; text: string | null }
  | { type: 'say'; line: Line }
  /** It is likely to be said next: its sound is to be there by then. */
  | { type: 'prepare_line'; line: Exclude<Line, 'remainder'> }
  /** The agent's words were heard: transfer, send key presses. */
  | { type: 'act' }
  | { type: 'answered_by'; who: AnsweredBy }
  | { type: 'hang_up'; endReason: HangupReason };

/** Goes into the transcript, and as `turn` or `greeting` to the model. `unintelligible`: speech without words. */
export interface FileUtterance {
  type: 'file_utterance';
  as: 'turn' | 'greeting' | 'aside' | 'unintelligible';
  /** A turn is the model's as soon as it is over, and the transcript's as soon as its final text is known. */
  to: 'model' | 'transcript' | 'both';
  text: string;
  startMs: number;
  endMs: number;
  /** Of what was said; none for keys. */
  words: readonly TimedWord[];
  /** It ends with a voice, not with a key. */
  voiced: boolean;
  /** When its text last changed. */
  changedMs: number;
}

/** What a phase does with the open utterance: what is heard from now on is another one. */
export interface CloseUtterance {
  type: 'close_utterance';
  /** `greeting`: its text may come later. `aside`: for the transcript, not for the model. `noise`: forgotten. */
  as: FileUtterance['as'] | 'noise';
  text: string;
  startMs: number;
  endMs: number;
  voiced: boolean;
}

/** What a phase asks for. */
export type PhaseEffect = TurnEffect | CloseUtterance;
