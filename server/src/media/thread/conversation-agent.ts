import { AUTO_LANGUAGE } from '@parley/contract/auto-language';
import {
  type AgentToolDefinition,
  type ConversationAgent,
  guessLanguage,
  type ToolDefinition,
  TRANSFER_CALL,
} from '@parley/conversation';
import type { MediaAgent } from '../media.ts';
import type { AgentProviders } from './providers.ts';

const sendDtmf: ToolDefinition = {
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

function transferCall({ destinations, message }: NonNullable<MediaAgent['transfer']>): AgentToolDefinition {
  const described = destinations.map(({ name, description }) =>
    description === '' ? name : `${name}: ${description}`,
  );
  return {
    name: TRANSFER_CALL,
    description: `Transfer the call to another person, after everything you say in this message has been heard. Destinations:\n${described.join('\n')}`,
    parameters: {
      type: 'object',
      properties: {
        destination: { type: 'string', enum: destinations.map(({ name }) => name) },
        reason: { type: 'string', description: 'Why, in a few words.' },
      },
      required: ['destination'],
      additionalProperties: false,
    },
    ...(message !== null && { say: message }),
  };
}

/** All but `end_call`, which every agent has. */
export function toolsOf(agent: Pick<MediaAgent, 'allowsDtmf' | 'transfer' | 'tools'>): AgentToolDefinition[] {
  return [
    ...(agent.allowsDtmf ? [sendDtmf] : []),
    ...(agent.transfer ? [transferCall(agent.transfer)] : []),
    ...agent.tools,
  ];
}

/** What a call begins in whose first words do not tell. */
const FIRST_LANGUAGE = 'en';

/** The agent in the words of the conversation. The disclosure comes before everything else that is said. */
export function conversationAgent(
  agent: MediaAgent,
  providers: AgentProviders,
  knowledgeTools: ToolDefinition[],
): ConversationAgent {
  const opening = [agent.disclosure, agent.firstMessage].filter((text) => text !== null).join(' ');
  const followsLanguage = agent.language === AUTO_LANGUAGE;
  return {
    prompt: agent.prompt.rendered,
    firstMessage: opening === '' ? null : opening,
    language: followsLanguage ? (guessLanguage(opening) ?? FIRST_LANGUAGE) : agent.language,
    followsLanguage,
    hints: providers.hints,
    tools: [...toolsOf(agent), ...knowledgeTools],
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
