export { Conversation, type ConversationOptions } from './conversation.ts';
export type {
  ConversationAgent,
  ConversationProviders,
  SilencePolicy,
  StockPhrases,
  ToolRunner,
  TurnTaking,
  VoicemailPolicy,
} from './conversation-agent.ts';
export type {
  AnsweredBy,
  ConversationEnd,
  ConversationEvent,
  ConversationResult,
  ConversationWarning,
  HangupReason,
  LatencyStages,
  ResponseLatency,
  TimedWord,
  TranscriptTurn,
} from './conversation-event.ts';
export type {
  LanguageModel,
  LanguageModelEvent,
  LanguageModelRequest,
  Message,
  Prompt,
  ToolCall,
  ToolDefinition,
} from './provider/language-model.ts';
export { ProviderError, type ProviderRole } from './provider/provider-error.ts';
export type {
  HeardWord,
  SpeechToText,
  SpeechToTextEvent,
  SpeechToTextOptions,
  SpeechToTextStream,
} from './provider/speech-to-text.ts';
export type { SpeechChunk, TextToSpeech, TextToSpeechRequest } from './provider/text-to-speech.ts';
export type { VoiceActivityDetector } from './provider/voice-activity.ts';
export { type CallAction, END_CALL, farewellOf, readToolCall } from './tools/call-tools.ts';
export { soundsLikeAnnouncement, soundsLikeMenu } from './turns/answer-phrases.ts';
