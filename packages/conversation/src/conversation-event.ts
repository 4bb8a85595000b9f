import type { AnswerSource } from './provider/language-model.ts';

/** Who picked up, as far as the audio shows. */
export type AnsweredBy = 'human' | 'voicemail' | 'ivr' | 'unknown';

/** Reasons for which the conversation itself asks to end the call. */
export type HangupReason =
  | 'agent_hangup'
  | 'silence_timeout'
  | 'voicemail'
  | 'opted_out'
  | 'interrupted_by_restart'
  | FailureReason;

/** What failed: a provider of that role, or our own code. */
export type FailureReason = 'llm_error' | 'stt_error' | 'tts_error' | 'internal_error';

/** Why a conversation is over, whichever side ended it. */
export type ConversationEnd =
  | HangupReason
  | 'user_hangup'
  | 'max_duration'
  | 'transferred'
  | 'canceled'
  | 'carrier_error'
  | 'media_timeout';

export type ConversationEvent =
  /** A turn is complete: the agent's after playout or interruption, the user's after endpointing. */
  | { type: 'turn'; turn: TranscriptTurn }
  /** What the user is saying, as far as it is understood; empty when it became a turn, or nothing. */
  | { type: 'hearing'; text: string }
  /** The language that the user speaks now, where the recognizer tells; BCP 47. */
  | { type: 'language'; language: string }
  /** The conversation goes on in another language; BCP 47. */
  | { type: 'language_changed'; language: string }
  /** Please hang up: what was to be said has been played out. */
  | { type: 'hangup'; endReason: HangupReason }
  /** May be corrected once by a later one: a machine that pauses after "Hi, this is John" sounds like a person. */
  | { type: 'answered_by'; who: AnsweredBy }
  /** The agent uses a tool; its turn, which begins at the same time, follows when there is a result. */
  | { type: 'tool_started'; name: string; arguments: Record<string, unknown>; startMs: number }
  | { type: 'send_dtmf'; digits: string }
  /** What the agent says before it has been played out. `to` is one of the destinations that the tool names. Answer with `hangUp('transferred')` or `transferFailed`. */
  | { type: 'transfer'; to: string }
  /** From the end of the user's last voiced frame to the agent's first frame, in media time. */
  | ({ type: 'latency' } & ResponseLatency)
  /** `stack` belongs to a fault of our own. */
  | { type: 'warning'; code: string; message: string; stack?: string };

/** Where the time of one response went; stages overlap when the reply was prepared in advance. */
export interface LatencyStages {
  /** From the last voiced frame to the decision that the turn is over. */
  endpointingMs: number;
  /** From the last voiced frame to the last change of its text. */
  sttMs: number;
  /** From the model's request to its first text. */
  llmMs: number;
  /** From the first clause to its first sound. */
  ttsMs: number;
  /** Whether the reply had been prepared before the turn was known to be over. */
  speculated: boolean;
  /** From the last voiced frame to the model's request; negative where the reply was prepared before it. */
  modelStartMs: number;
  /** From the last voiced frame to the first clause. */
  ttsStartMs: number;
}

/** How fast a turn of the agent answered. */
export interface ResponseLatency {
  /** From the end of the user's last voiced frame to the agent's first frame. */
  responseMs: number;
  stages: LatencyStages;
}

export interface TimedWord {
  text: string;
  startMs: number;
  endMs: number;
}

/** One turn; times are media time, milliseconds since the answer. */
export interface TranscriptTurn {
  role: 'agent' | 'user' | 'tool';
  /** An agent's text is what was sent as audio. */
  text: string;
  startMs: number;
  endMs: number;
  interrupted: boolean;
  /** What it was spoken in, where that is known; BCP 47. */
  language?: string;
  /** The user spoke, and no words were made out; `text` is empty. */
  unintelligible?: true;
  /** What the model wrote, where it differs from `text`. */
  generatedText?: string;
  words?: TimedWord[];
  tool?: { name: string; arguments: Record<string, unknown>; result?: string; error?: true };
  /** Of a turn that answers one of the user. */
  response?: ResponseLatency;
  /** What the model had before it when it wrote this. */
  sources?: AnswerSource[];
}

export interface ConversationWarning {
  code: string;
  message: string;
}

/** `cachedInputTokens` are among `inputTokens`. */
interface ModelUsage {
  name: string;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  /** Of a model that hears and speaks: how many of each of these are audio, which has prices of its own. */
  audio?: { inputTokens: number; cachedInputTokens: number; outputTokens: number };
}

/** What each vendor has done, by the name of its port: for costs. Those that did nothing are left out. */
export interface ConversationUsage {
  /** As far as the vendor tells; a reply that was called off is charged for, and tells nothing. */
  model: ModelUsage[];
  /** Sent to be spoken. */
  voice: { name: string; characters: number }[];
  /** Sent to be recognized. */
  transcriber: { name: string; audioMs: number }[];
}

export interface ConversationResult {
  turns: TranscriptTurn[];
  latency: { responseMs: number[] };
  usage: ConversationUsage;
  answeredBy: AnsweredBy;
  warnings: ConversationWarning[];
  /**
   * `opted_out` when the other side asked never to be called again; else the `outcome` that the model gave with
   * `end_call`; `failure` when no person was met behind a voice menu.
   */
  outcomeHint: string | null;
}
