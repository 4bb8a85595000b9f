/** What a provider is, for those that are one: without the conversation itself, which they do not need. */
export type { Anticipation, AnticipationRequest } from './anticipation.ts';
export type { CircuitBreaker } from './circuit-breaker.ts';
export { distinctSources } from './distinct-sources.ts';
export type { EndOfTurnModel, EndOfTurnRequest } from './end-of-turn.ts';
export type {
  AnswerSource,
  LanguageModel,
  LanguageModelEvent,
  LanguageModelRequest,
  Message,
  ToolCall,
  ToolDefinition,
} from './language-model.ts';
export { ProviderError, type ProviderRole } from './provider-error.ts';
export { ProviderEvents } from './provider-events.ts';
export { type ClauseRequest, RequestedSpeech, type SynthesizeClause } from './requested-speech.ts';
export type { SpeechDetector, SpeechDetectorOptions, SpeechDetectorStream } from './speech-detector.ts';
export type {
  HeardItem,
  SessionChange,
  SpeakingModel,
  SpeechToSpeech,
  SpeechToSpeechCapabilities,
  SpeechToSpeechEvent,
  SpeechToSpeechOptions,
  SpeechToSpeechSession,
  SpeechToSpeechUsage,
  ToolResult,
} from './speech-to-speech.ts';
export type {
  HeardWord,
  SaidOver,
  SpeechToText,
  SpeechToTextCapabilities,
  SpeechToTextEvent,
  SpeechToTextOptions,
  SpeechToTextStream,
} from './speech-to-text.ts';
export { spokenText } from './spoken-text.ts';
export type {
  SpeechChunk,
  SpeechEvent,
  SpeechOptions,
  SpeechSession,
  SpokenWord,
  TextToSpeech,
  TextToSpeechCapabilities,
} from './text-to-speech.ts';
export type { VoiceActivityDetector } from './voice-activity.ts';
