import { CascadedConversation } from './cascaded-conversation.ts';
import type { Conversation, ConversationOptions } from './conversation.ts';

/** A conversation of the kind that the agent's vendors make possible. */
export const openConversation = (options: ConversationOptions): Conversation => new CascadedConversation(options);
