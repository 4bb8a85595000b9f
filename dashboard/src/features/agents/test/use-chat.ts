import { dashboardRoutes, type TestMessage } from '@parley/contract';
import { useRef, useState } from 'react';
import { dashboardResponse } from '../../../api/dashboard.ts';
import { chatEvents } from './chat-lines.ts';
import type { TriedAgent } from './tried-agent.ts';

export interface Chat {
  messages: readonly TestMessage[];
  /** Whether the agent is writing. */
  isWriting: boolean;
  isOver: boolean;
  outcome: string | null;
  warnings: readonly string[];
  problem: string | null;
}

const nothing: Chat = { messages: [], isWriting: false, isOver: false, outcome: null, warnings: [], problem: null };

/** A conversation in text. Each reply is asked for with the settings as they are then. */
export function useChat({ settings, variables }: TriedAgent) {
  const [chat, setChat] = useState(nothing);
  const asking = useRef<AbortController | null>(null);

  async function reply(said: readonly TestMessage[]): Promise<void> {
    if (!settings) return;
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    const { signal } = controller;
    // A reply that is not wanted any more changes nothing.
    const update = (change: (chat: Chat) => Chat) => {
      if (!signal.aborted) setChat(change);
    };
    setChat({ ...nothing, messages: said, isWriting: true });
    try {
      const body = { settings, variables, messages: [...said] };
      for await (const event of chatEvents(await dashboardResponse(dashboardRoutes.testChat, { body, signal }))) {
        if (event.type === 'text')
          update((before) => ({ ...before, messages: withText(before.messages, said, event.delta) }));
        else if (event.type === 'tool_call') {
          const call = { role: 'tool', name: event.name, arguments: event.arguments, result: 'Done.' } as const;
          update((before) => ({ ...before, messages: [...before.messages, call] }));
        } else if (event.type === 'end') {
          const { over: isOver, outcome, warnings } = event;
          update((before) => ({ ...before, isOver, outcome, warnings }));
        } else update((before) => ({ ...before, problem: event.message }));
      }
    } catch (error) {
      update((before) => ({ ...before, problem: error instanceof Error ? error.message : 'No reply came.' }));
    }
    update((before) => ({ ...before, isWriting: false }));
  }

  return {
    chat,
    start: () => void reply([]),
    say: (text: string) => void reply([...chat.messages, { role: 'user', text }]),
    reset: () => {
      asking.current?.abort();
      setChat(nothing);
    },
  };
}

/** The agent's words grow in its last message, where that is not older than the question. */
function withText(messages: readonly TestMessage[], said: readonly TestMessage[], delta: string): TestMessage[] {
  const last = messages.at(-1);
  if (last?.role === 'agent' && messages.length > said.length) {
    return [...messages.slice(0, -1), { role: 'agent', text: last.text + delta }];
  }
  return [...messages, { role: 'agent', text: delta }];
}
