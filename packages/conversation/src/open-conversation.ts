import { CascadedConversation } from './cascaded-conversation.ts';
import type { Conversation, ConversationOptions } from './conversation.ts';
import { SpeechToSpeechConversation } from './speech-to-speech/speech-to-speech-conversation.ts';

/** A conversation of the kind that the agent's vendors make possible. */
export function openConversation(options: ConversationOptions): Conversation {
  const models = options.providers.speakingModels ?? [];
  return models.length > 0 ? new SpeechToSpeechConversation(options, models) : new CascadedConversation(options);
}
