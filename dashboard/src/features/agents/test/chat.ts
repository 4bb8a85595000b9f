import type { TestChatEvent, TestMessage, TurnSource, Variables } from '@parley/contract';

type ToolResult = Omit<Extract<TestChatEvent, { type: 'tool_result' }>, 'type' | 'id'>;

export interface ChatTool {
  role: 'tool';
  /** Of this reply. */
  id: number;
  name: string;
  arguments: Record<string, unknown>;
  /** Null while it is used. */
  outcome: ToolResult | null;
}

type ChatItem =
  | { role: 'user'; text: string }
  | { role: 'agent'; text: string; sources: readonly TurnSource[] }
  | ChatTool;

/** A conversation in text. */
export interface Chat {
  items: readonly ChatItem[];
  /** Variables that tools have found. */
  found: Variables;
  /** What the next words may come from. */
  sources: readonly TurnSource[];
  /** Where the reply that is being written begins. */
  begin: number;
  /** Whether the agent is writing. */
  isWriting: boolean;
  isOver: boolean;
  outcome: string | null;
  transferredTo: string | null;
  warnings: readonly string[];
  problem: string | null;
}

export const emptyChat: Chat = {
  ...{ items: [], found: {}, sources: [], begin: 0, isWriting: false, isOver: false, outcome: null },
  ...{ transferredTo: null, warnings: [], problem: null },
};

/** The agent is asked for its next words. */
export function replying(chat: Chat, said: string | null): Chat {
  const items: ChatItem[] = [...chat.items, ...(said === null ? [] : [{ role: 'user' as const, text: said }])];
  return { ...emptyChat, items, found: chat.found, begin: items.length, isWriting: true };
}

/** The talk so far, as the service gets it; a tool without a result is left out. */
export function messagesOf({ items }: Chat): TestMessage[] {
  return items.flatMap((item): TestMessage[] => {
    if (item.role === 'user') return [item];
    if (item.role === 'agent') return [{ role: 'agent', text: item.text }];
    const { role, name, arguments: given, outcome } = item;
    return outcome ? [{ role, name, arguments: given, result: outcome.result }] : [];
  });
}

export function withEvent(chat: Chat, event: TestChatEvent): Chat {
  switch (event.type) {
    case 'text':
      return withText(chat, event.delta);
    case 'sources':
      return { ...chat, sources: event.sources };
    case 'tool_call': {
      const { id, name, arguments: given } = event;
      return { ...chat, items: [...chat.items, { role: 'tool', id, name, arguments: given, outcome: null }] };
    }
    case 'tool_result': {
      const { type: _, id, ...outcome } = event;
      const items = chat.items.map((item, index) =>
        index >= chat.begin && item.role === 'tool' && item.id === id ? { ...item, outcome } : item,
      );
      return { ...chat, items, found: { ...chat.found, ...outcome.variables } };
    }
    case 'end': {
      const { over: isOver, outcome, transferred_to: transferredTo, warnings } = event;
      return { ...chat, isOver, outcome, transferredTo, warnings };
    }
    case 'error':
      return { ...chat, problem: event.message };
  }
}

/** The agent's words grow in its last item, where that is not older than the question. */
function withText(chat: Chat, delta: string): Chat {
  const { items, begin, sources } = chat;
  const last = items.at(-1);
  if (last?.role !== 'agent' || items.length === begin) {
    return { ...chat, items: [...items, { role: 'agent', text: delta, sources }], sources: [] };
  }
  const grown = { ...last, text: last.text + delta, sources: sources.length > 0 ? sources : last.sources };
  return { ...chat, items: [...items.slice(0, -1), grown], sources: [] };
}
