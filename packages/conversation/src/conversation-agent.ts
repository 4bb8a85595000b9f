import type { StockPhrases } from './languages/language-pack.ts';
import type { Anticipation } from './provider/anticipation.ts';
import type { CircuitBreaker } from './provider/circuit-breaker.ts';
import type { EndOfTurnModel } from './provider/end-of-turn.ts';
import type { AnswerSource, LanguageModel, ToolCall, ToolDefinition } from './provider/language-model.ts';
import type { SpeakingModel } from './provider/speech-to-speech.ts';
import type { SpeechToText } from './provider/speech-to-text.ts';
import type { VoiceActivityDetector } from './provider/voice-activity.ts';
import type { SpokenVoice } from './speaking/synthesis.ts';

/** Everything a conversation needs to know about the agent that holds it. Templates are rendered already. */
export interface ConversationAgent {
  prompt: string;
  /** What the agent says first. `null`: the model opens an outbound call, the caller an inbound one. */
  firstMessage: string | null;
  /** BCP 47; what the call begins in, where it follows the caller. */
  language: string;
  /** It goes on in the language that the caller changes to, where the recognizer can tell. Default false. */
  followsLanguage?: boolean;
  /** Phrases that are likely to be heard. */
  hints: string[];
  /** `end_call` is added by the conversation; `transfer_call` and `send_dtmf` stand here when they are allowed. */
  tools: AgentToolDefinition[];
  turnTaking: TurnTaking;
  silence: SilencePolicy;
  voicemail: VoicemailPolicy;
  direction: 'outbound' | 'inbound';
  /**
   * What the caller hears of a slow model or tool behind `phrases.oneMoment`: `phrases.stillWorking`, as often as it takes
   * that no silence gets long; nothing; or music. Default phrases.
   */
  whileWaiting?: WhileWaiting;
  /** Replaces the language's own sentences, one by one. */
  phrases?: Partial<StockPhrases>;
}

export type WhileWaiting = 'phrases' | 'silence' | 'music';

/** A tool with what the conversation alone has to know of it. */
export interface AgentToolDefinition extends ToolDefinition {
  /** Said while it keeps the caller waiting, in the place of `phrases.oneMoment`; for `transfer_call` before it begins. */
  say?: string;
  /** It is given up after so long. Default 20 000. */
  timeoutMs?: number;
}

export interface TurnTaking {
  /** Silence that ends a turn of the caller, before it is adapted to what was said. Default 600. */
  endpointingMs: number;
  /** Voice over the agent's speech that, with words in it, is an interruption. Default 300. */
  interruptionMs: number;
  /** Prepare the reply before the turn is known to be over. */
  speculate: boolean;
  /** Replaces the language's list of phrases that mean "go on". */
  backchannels?: string[];
}

export interface SilencePolicy {
  /** Silence of both sides before `reminder` is said. Default 7000. */
  reminderMs: number;
  /** Silence after the last reminder before `goodbye` is said and the call ends. Default 10000. */
  endMs: number;
  /** Default 2. */
  maxReminders: number;
  /** Replace the language's own. */
  reminder?: string;
  goodbye?: string;
}

export interface VoicemailPolicy {
  action: 'hangup' | 'message';
  /** `null` with `message` hangs up as well. */
  message: string | null;
  /** Off: whatever answers is taken for a person. */
  detect: boolean;
}

/** Vendors, at least one of each kind, in the order of preference: where one fails for good, the next one goes on. */
export interface ConversationProviders {
  transcribers: readonly SpeechToText[];
  models: readonly LanguageModel[];
  /** They are closed with the conversation. */
  voices: readonly SpokenVoice[];
  /**
   * Models that hear and speak by themselves, in the order of preference. Where there is one it holds the conversation,
   * and of the others only the voices are used, for what a model cannot say that has failed.
   */
  speakingModels?: readonly SpeakingModel[];
  vad: VoiceActivityDetector;
  /** Is asked at the caller's pauses whether that was all; closed with the conversation. */
  endOfTurn?: EndOfTurnModel;
  /** Hears the caller's last words sooner than a recognizer of any words tells them. */
  anticipation?: Anticipation;
  /** Of the host, over all calls. */
  breaker?: CircuitBreaker;
}

/** What a tool has to say. */
export interface ToolOutcome {
  /** For the model. */
  text: string;
  isError?: boolean;
  /** The agent's prompt from now on: it holds what the tool has found. */
  prompt?: string;
  /** What of the documents it has shown to the model. */
  sources?: readonly AnswerSource[];
}

/** Runs one of the agent's own tools; rejects with an Error whose message the model may read. A string is text for the model. */
export type ToolRunner = (call: ToolCall, signal: AbortSignal) => Promise<ToolOutcome | string>;
