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
export * from './provider/index.ts';
export { HoldMusic } from './speaking/hold-music.ts';
export { SaidClauses, type VoiceMemory } from './speaking/said-clauses.ts';
export type { SpokenVoice } from './speaking/synthesis.ts';
export { type CallAction, END_CALL, farewellOf, readToolCall, TRANSFER_CALL } from './tools/call-tools.ts';
