import type { Message, ToolCall } from '@parley/conversation';
import type { RehearsedMessage } from '../rehearsal.ts';

/** A call tells this to a model that is to speak first. */
const ANSWERED: Message = { role: 'user', text: '[The call was answered.]' };

/** In the words of the conversation: a tool is called by the agent's message before it. */
export function rehearsedDialogue(said: readonly RehearsedMessage[]): Message[] {
  const messages: Message[] = [];
  said.forEach((message, index) => {
    if (message.role !== 'tool') {
      messages.push({ ...message });
      return;
    }
    const call: ToolCall = { id: `call_${index}`, name: message.name, arguments: message.arguments };
    messages.push({ role: 'agent', text: '', toolCalls: [call] });
    messages.push({ role: 'tool', toolCallId: call.id, name: call.name, result: message.result });
  });
  return messages.length === 0 ? [ANSWERED] : messages;
}
