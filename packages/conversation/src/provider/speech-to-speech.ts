import type { AudioRateHz } from '@parley/audio';
import type { Message, ToolCall, ToolDefinition } from './language-model.ts';

/** What a reply is charged for; audio tokens are among the tokens, cached ones among those of the input. */
export interface SpeechToSpeechUsage {
  inputTokens: number;
  inputAudioTokens: number;
  cachedInputTokens: number;
  cachedInputAudioTokens: number;
  outputTokens: number;
  outputAudioTokens: number;
}

/** `itemId`: of one thing that one side says; the vendor's own, or the adapter's where the vendor has none. */
export type SpeechToSpeechEvent =
  /** The vendor hears the caller speak, and has stopped what it was saying. */
  | { type: 'voice_started' }
  /** The caller has said something, and the model answers it, unless it only listens. */
  | { type: 'voice_stopped'; itemId: string }
  /** What the caller says, as far as it is understood; replaces what came for this item before. */
  | { type: 'heard'; itemId: string; text: string; isFinal: boolean }
  /** 16-bit mono at the `outputRateHz` of the call's rate, of any length; faster than it is played. */
  | { type: 'audio'; itemId: string; samples: Int16Array }
  /** What the model says, as far as it is reported; replaces earlier text of this item. May come after its audio. */
  | { type: 'transcript'; itemId: string; text: string; isFinal: boolean }
  /** No more audio comes for it. */
  | { type: 'item_ended'; itemId: string }
  /** All calls of one reply; each wants a result. */
  | { type: 'tool_calls'; calls: ToolCall[] }
  /** Their results are not wanted any more: the caller has interrupted. */
  | { type: 'tool_calls_withdrawn'; callIds: string[] }
  /** The model has nothing more to say by itself. Not of a reply that has called tools: their results come first. */
  | { type: 'reply_ended' }
  | ({ type: 'usage' } & SpeechToSpeechUsage)
  /** Another model of the vendor has written what the caller said, of so much audio, and is charged for by itself. */
  | { type: 'transcribed'; model: string; audioMs: number }
  /** Something was refused, and the session goes on. */
  | { type: 'warning'; message: string };

/** How much of what the model says the caller has heard, before it was stopped. */
export interface HeardItem {
  itemId: string;
  heardMs: number;
  /** The words of it. */
  text: string;
}

export interface ToolResult {
  call: ToolCall;
  result: string;
}

/** What may change while a session lasts. */
export type SessionChange = Partial<Pick<SpeechToSpeechOptions, 'prompt' | 'language' | 'tools'>>;

/**
 * One conversation with a model that hears and speaks. The iteration throws a ProviderError when the vendor fails; then
 * the session is of no more use. `close` ends it.
 */
export interface SpeechToSpeechSession extends AsyncIterable<SpeechToSpeechEvent> {
  /** 20 ms of 16-bit mono at the `inputRateHz` of the call's rate. Every frame is written, silence too. */
  write(samples: Int16Array): void;
  /** Not said by anyone: the model knows of it, and does not answer. */
  note(text: string): void;
  /** The model is to speak now. `hint`: what about; the caller does not hear it. */
  reply(hint: string | null): void;
  /** The model is to say this, word for word, whatever it was saying. */
  say(text: string): void;
  /** `wantsReply`: the model is to go on with them. */
  answerTools(results: readonly ToolResult[], wantsReply: boolean): void;
  /** Stops what the model is saying, if anything. */
  cancel(): void;
  /** The model's memory of what it said ends with what was heard. */
  truncate(heard: HeardItem): void;
  /** The agent is this from now on, as far as the protocol can change it; the model knows of the rest in words. */
  update(changed: SessionChange): void;
  /** The model only listens, and speaks on request; or answers by itself again. */
  listenOnly(only: boolean): void;
  /** Idempotent. */
  close(): void;
}

export interface SpeechToSpeechOptions {
  /** Who the agent is and what it wants, with its variables filled in. */
  prompt: string;
  /** What was said before: another session's, which was lost. */
  history: readonly Message[];
  /** BCP 47; what the session begins in, where it follows the caller. */
  language: string;
  /** The caller may go on in any language, and is answered in that one. */
  followsLanguage: boolean;
  /** Null: the model's default. */
  voice: string | null;
  tools: readonly ToolDefinition[];
  /** Phrases that are likely to be heard. */
  hints: readonly string[];
  /** Silence that ends a turn of the caller. */
  endpointingMs: number;
  listenOnly: boolean;
  /** Of the call's frames. Default 8000. */
  callRateHz?: AudioRateHz;
  signal: AbortSignal;
}

export interface SpeechToSpeechRates {
  inputRateHz: 8000 | 16_000 | 24_000;
  outputRateHz: 8000 | 16_000 | 24_000;
}

export interface SpeechToSpeechCapabilities {
  /** What `write` takes, and what `audio` has, in a call of this rate; how it goes over the wire is the adapter's. */
  rates: Readonly<Record<AudioRateHz, SpeechToSpeechRates>>;
  /** `audio`: the vendor cuts what it has said where the caller stopped it. `note`: the model is only informed. */
  truncation: 'audio' | 'note';
  /** What the caller says comes while it is said. */
  interimTranscripts: boolean;
  /** Primary language subtags that it understands and speaks; null: too many to list. */
  languages: readonly string[] | null;
}

/** A model that hears and speaks, by a vendor. `open` fails with a ProviderError of the role `llm`. */
export interface SpeechToSpeech {
  readonly name: string;
  readonly capabilities: SpeechToSpeechCapabilities;
  hasVoice(name: string): boolean;
  open(options: SpeechToSpeechOptions): Promise<SpeechToSpeechSession>;
}

/** A model with the voice that it speaks in; null: its default. */
export interface SpeakingModel {
  model: SpeechToSpeech;
  voice: string | null;
}
