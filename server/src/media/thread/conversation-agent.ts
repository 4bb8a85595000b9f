import type { ConversationAgent, ToolDefinition } from '@parley/conversation';
import type { MediaAgent } from '../media.ts';
import type { AgentProviders } from './providers.ts';

export const sendDtmf: ToolDefinition = {
  name: 'send_dtmf',
  description:
    'Press keys on the telephone, for example to choose from a menu. "w" pauses for half a second, "W" for a whole one.',
  parameters: {
    type: 'object',
    properties: { digits: { type: 'string', pattern: '^[0-9A-D*#wW]{1,64}$' } },
    required: ['digits'],
    additionalProperties: false,
  },
};

/** The agent in the words of the conversation. The disclosure comes before everything else that is said. */
export function conversationAgent(
  agent: MediaAgent,
  providers: AgentProviders,
  knowledgeTools: ToolDefinition[],
): ConversationAgent {
  const opening = [agent.disclosure, agent.firstMessage].filter((text) => text !== null).join(' ');
  return {
    prompt: agent.prompt.rendered,
    firstMessage: opening === '' ? null : opening,
    language: agent.language,
    hints: providers.hints,
    tools: [...(agent.allowsDtmf ? [sendDtmf] : []), ...knowledgeTools],
    turnTaking: { endpointingMs: agent.endpointingMs, interruptionMs: agent.interruptionMs, speculate: true },
    whileWaiting: agent.waiting,
    silence: {
      reminderMs: agent.reminderMs,
      endMs: agent.endMs,
      maxReminders: 2,
    },
    voicemail: { ...agent.voicemail, detect: agent.direction === 'outbound' },
    direction: agent.direction,
  };
}
