import { createHash } from 'node:crypto';
import type { Message, ToolCall, ToolDefinition } from '@parley/conversation/provider';
import { jsonSchema, type ModelMessage, type ToolSet, tool } from 'ai';

/** Chat templates of many open models refuse a dialogue that the assistant begins. */
const ANSWERED = '[The call was answered.]';

/**
 * The dialogue in the SDK's words: it begins with the user, and neither side has two messages in a row.
 * @param toolCallIds what the vendor takes for the id of a tool call
 */
export function chatMessages(messages: readonly Message[], toolCallIds?: RegExp): ModelMessage[] {
  const chat: ModelMessage[] = messages[0]?.role === 'agent' ? [{ role: 'user', content: ANSWERED }] : [];
  for (const message of messages) {
    const last = chat.at(-1);
    if (isUsers(message) && last?.role === 'user' && typeof last.content === 'string') {
      last.content = `${last.content} ${usersWords(message)}`;
    } else if (isPlain(message) && last?.role === 'assistant' && typeof last.content === 'string') {
      last.content = `${last.content} ${message.text}`;
    } else chat.push(chatMessage(toolCallIds ? withFittingIds(message, toolCallIds) : message));
  }
  return chat;
}

function chatMessage(message: Message): ModelMessage {
  switch (message.role) {
    case 'user':
    case 'note':
      return { role: 'user', content: usersWords(message) };
    case 'agent':
      return message.toolCalls?.length
        ? { role: 'assistant', content: [...textParts(message.text), ...message.toolCalls.map(toolCallPart)] }
        : { role: 'assistant', content: message.text };
    case 'tool': {
      const { toolCallId, name: toolName, result } = message;
      return {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value: result } }],
      };
    }
  }
}

function withFittingIds(message: Message, ids: RegExp): Message {
  if (message.role === 'tool') return { ...message, toolCallId: fittingId(message.toolCallId, ids) };
  if (message.role !== 'agent' || !message.toolCalls) return message;
  return { ...message, toolCalls: message.toolCalls.map((call) => ({ ...call, id: fittingId(call.id, ids) })) };
}

/** Nine characters are what Mistral takes, and fit everywhere. */
const fittingId = (id: string, ids: RegExp): string =>
  ids.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, 9);

type UsersMessage = Extract<Message, { role: 'user' | 'note' }>;

function isUsers(message: Message): message is UsersMessage {
  return message.role === 'user' || message.role === 'note';
}

/** Not every model takes a system message in the middle; the telephone manner says what brackets mean. */
const usersWords = ({ role, text }: UsersMessage) => (role === 'note' ? `[${text}]` : text);

function isPlain(message: Message): message is Extract<Message, { role: 'agent' }> {
  return message.role === 'agent' && !message.toolCalls?.length;
}

const textParts = (text: string) => (text === '' ? [] : [{ type: 'text' as const, text }]);

const toolCallPart = (call: ToolCall) => ({
  type: 'tool-call' as const,
  toolCallId: call.id,
  toolName: call.name,
  input: call.arguments,
});

/** None can be executed by the SDK: the conversation does that. */
export function chatTools(tools: readonly ToolDefinition[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      tool({ description, inputSchema: jsonSchema(parameters) }),
    ]),
  );
}
