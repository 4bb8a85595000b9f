import type { AnsweredBy, HangupReason } from '../../conversation-event.ts';
import type { ToolCall } from '../../provider/language-model.ts';
import type { AnsweredTurn } from '../../speaking/latency-meter.ts';
import type { VoiceSpan } from '../../speaking/voice-span.ts';
import type { Line } from '../../turns/turn-effect.ts';

/** A sentence that comes without a model. `parting`: where the model ends the call and says nothing itself. */
export type TalkLine = Exclude<Line, 'remainder' | 'not_caught'> | 'parting';

/** What is to be said word for word: a sentence that comes without a model, or the model's own farewell. */
export type Words = { line: TalkLine } | { text: string };

/**
 * Where the call is when another kind of conversation goes on with it: not answered yet, not known who has answered, a
 * colleague talks, the caller has the floor, or waits for a reply.
 */
export type HandOver = 'ringing' | 'opening' | 'standing_by' | 'listening' | 'owed';

/** What the machine asks for. */
export type TalkEffect =
  /** The model is to say this, word for word. */
  | { type: 'say'; words: Words }
  /** The model is to speak; `hint`: what about. */
  | { type: 'reply'; hint: string | null }
  /** Another voice says it, behind whatever is being said. */
  | { type: 'say_in_other_voice'; words: Words }
  /** The model does what it was asked for, or need not. */
  | { type: 'settle_request' }
  | { type: 'cancel_reply' }
  | { type: 'listen_only'; only: boolean }
  /** The open session is to know this. */
  | { type: 'note'; text: string }
  /** Every session from now on is to know this. */
  | { type: 'remember'; text: string }
  /** Another session is opened in the place of one that does not do what it should. */
  | { type: 'restart_session'; reason: string }
  | { type: 'close_session' }
  /** Nothing is sent before `start_playout`. */
  | { type: 'delay_playout' }
  | { type: 'start_playout' }
  | { type: 'play'; itemId: string; samples: Int16Array; rateHz: number }
  | { type: 'hold_playout' }
  | { type: 'release_playout' }
  /** Nothing of what is said or queued is wanted. `over`: the voice that it is stopped for. */
  | { type: 'drop_speech'; over: VoiceSpan | null }
  /** What the other voice was to say will not be said. */
  | { type: 'drop_other_voice' }
  /** Of what the model was saying no more comes. */
  | { type: 'end_items' }
  /** What is said next answers this turn. */
  | { type: 'time_answer'; turn: AnsweredTurn }
  /** The caller's turn is over, though the vendor has not said so: what is said next answers it. */
  | { type: 'close_turn' }
  | { type: 'file_keys'; digits: string; startMs: number; endMs: number }
  | { type: 'run_tools'; calls: ToolCall[] }
  /** Transfer, send key presses: the words before it were heard. */
  | { type: 'act' }
  | { type: 'call_off_tools' }
  /** `instead`: what `end_call` has come to, where the call goes on. */
  | { type: 'answer_tools'; wantsReply: boolean; instead: string | null }
  /** The model was given up. */
  | { type: 'report_failure'; failure: ModelFailure }
  /** The model is lost; another kind of conversation continues the call. `isWaiting`: the caller was asked to wait. */
  | { type: 'hand_over'; as: HandOver; isWaiting: boolean }
  | { type: 'answered_by'; who: AnsweredBy }
  | { type: 'hang_up'; endReason: HangupReason };

/** Why the machine gives a model up. */
export type ModelFailure = 'silent' | 'too_many_tool_rounds';
