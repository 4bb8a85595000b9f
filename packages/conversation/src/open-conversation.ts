import { CascadedConversation } from './cascaded-conversation.ts';
import type { Conversation, ConversationOptions } from './conversation.ts';
import { FallbackConversation } from './fallback/fallback-conversation.ts';
import { SpeechToSpeechConversation } from './speech-to-speech/speech-to-speech-conversation.ts';

/** A conversation of the kind that the agent's vendors make possible. */
export function openConversation(options: ConversationOptions): Conversation {
  const { speakingModels = [], transcribers, models, voices } = options.providers;
  if (speakingModels.length === 0) return new CascadedConversation(options);
  const hasSuccessor = transcribers.length > 0 && models.length > 0 && voices.length > 0;
  return hasSuccessor
    ? new FallbackConversation(options, speakingModels)
    : new SpeechToSpeechConversation(options, speakingModels);
}
