import type { FailureReason } from '../../conversation-event.ts';
import type { ToolCall } from '../../provider/language-model.ts';
import type { AnsweredTurn } from '../../speaking/latency-meter.ts';
import type { Speech } from '../model-voice.ts';

/** What can happen in a call that one model holds. */
export type TalkEvent =
  /** The call is being placed or accepted: there is time to make the first words ready. */
  | { type: 'ringing'; atMs: number }
  | { type: 'answered'; atMs: number }
  /** A frame has passed. */
  | { type: 'time'; atMs: number }
  /** Our own detector hears a voice. */
  | { type: 'voice_started'; atMs: number; onsetMs: number }
  | { type: 'voice_stopped'; atMs: number; untilMs: number }
  /** The model hears the caller speak, and has stopped what it was saying. */
  | { type: 'caller_started'; atMs: number }
  /** The caller has finished, and the model answers, unless it only listens. `turn`: when that was, for the latency. */
  | { type: 'caller_stopped'; atMs: number; turn: AnsweredTurn | null }
  /** What the caller says, as far as it is understood. */
  | { type: 'heard'; atMs: number; text: string; isFinal: boolean; hasOptedOut: boolean }
  | { type: 'key'; atMs: number; digit: string }
  | { type: 'beep'; atMs: number }
  /** Sound of the model's. `isTurnOpen`: it answers a turn of which the vendor has not said that it is over. */
  | { type: 'audio'; atMs: number; itemId: string; samples: Int16Array; rateHz: number; isTurnOpen: boolean }
  | { type: 'tools_called'; atMs: number; calls: ToolCall[]; isTurnOpen: boolean }
  /** Every tool that was called has a result. `hasResults`: the model waits for some. */
  | { type: 'tools_done'; atMs: number; followUp: boolean; hasResults: boolean }
  /** The model has nothing more to say by itself. */
  | { type: 'reply_ended'; atMs: number }
  | { type: 'speech_changed'; atMs: number; speech: Speech }
  /** Everything that was to be said was sent. */
  | { type: 'all_said'; atMs: number }
  /** The model's session is gone, and another one may follow. `isAsked`: what it was asked for is asked of that one. */
  | { type: 'session_lost'; atMs: number; wasSpeaking: boolean; isAsked: boolean }
  /** The model has failed for good, or our own code around it. */
  | { type: 'failed'; atMs: number; endReason: FailureReason }
  /** The voice that speaks where the model cannot has failed. */
  | { type: 'other_voice_failed'; atMs: number }
  /** A colleague talks with the caller from now on. */
  | { type: 'taken_over'; atMs: number }
  | { type: 'given_back'; atMs: number }
  /** The host stops: the agent has to go, in the next pause. */
  | { type: 'leave'; atMs: number }
  | { type: 'hung_up'; atMs: number };

export type EventType = TalkEvent['type'];
export type EventOf<T extends EventType> = Extract<TalkEvent, { type: T }>;
