import type { AnsweredBy, HangupReason } from '../conversation-event.ts';

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

/** What the machine asks for. */
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
