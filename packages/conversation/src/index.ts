export type { Conversation, ConversationOptions } from './conversation.ts';
export type {
  AgentToolDefinition,
  ConversationAgent,
  ConversationProviders,
  SilencePolicy,
  ToolOutcome,
  ToolRunner,
  TurnTaking,
  VoicemailPolicy,
} from './conversation-agent.ts';
export type {
  AnsweredBy,
  ConversationEnd,
  ConversationEvent,
  ConversationResult,
  ConversationUsage,
  ConversationWarning,
  HangupReason,
  LatencyStages,
  ResponseLatency,
  TimedWord,
  TranscriptTurn,
} from './conversation-event.ts';
export type { Prosody } from './end-of-turn/prosody.ts';
export { FrameFeed } from './hearing/frame-feed.ts';
export { ModelledVoiceActivity } from './hearing/modelled-voice-activity.ts';
export { VoiceTracker } from './hearing/voice-tracker.ts';
export { guessLanguage } from './languages/guess-language.ts';
export { type HandoverWords, handoverAnswer, handoverWords } from './languages/handover-words.ts';
export { languageName } from './languages/language-name.ts';
export type { StockPhrases } from './languages/language-pack.ts';
export { openConversation } from './open-conversation.ts';
export type { CircuitBreaker } from './provider/circuit-breaker.ts';
export { distinctSources } from './provider/distinct-sources.ts';
export type { EndOfTurnModel, EndOfTurnRequest } from './provider/end-of-turn.ts';
export type {
  AnswerSource,
  LanguageModel,
  LanguageModelEvent,
  LanguageModelRequest,
  Message,
  ToolCall,
  ToolDefinition,
} from './provider/language-model.ts';
export { ProviderError, type ProviderRole } from './provider/provider-error.ts';
export { ProviderEvents } from './provider/provider-events.ts';
export { type ClauseRequest, RequestedSpeech, type SynthesizeClause } from './provider/requested-speech.ts';
export type { SpeechDetector, SpeechDetectorOptions, SpeechDetectorStream } from './provider/speech-detector.ts';
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
} from './provider/speech-to-speech.ts';
export type {
  HeardWord,
  SpeechToText,
  SpeechToTextCapabilities,
  SpeechToTextEvent,
  SpeechToTextOptions,
  SpeechToTextStream,
} from './provider/speech-to-text.ts';
export { spokenText } from './provider/spoken-text.ts';
export type {
  SpeechChunk,
  SpeechEvent,
  SpeechOptions,
  SpeechSession,
  SpokenWord,
  TextToSpeech,
  TextToSpeechCapabilities,
} from './provider/text-to-speech.ts';
export type { VoiceActivityDetector } from './provider/voice-activity.ts';
export { HoldMusic } from './speaking/hold-music.ts';
export type { SpokenVoice } from './speaking/synthesis.ts';
export { type CallAction, END_CALL, farewellOf, readToolCall, TRANSFER_CALL } from './tools/call-tools.ts';
