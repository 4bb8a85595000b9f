import { dashboardRoutes } from '@parley/contract';
import { useRef, useState } from 'react';
import { dashboardResponse } from '../../../api/dashboard.ts';
import { type Chat, emptyChat, messagesOf, replying, withEvent } from './chat.ts';
import { chatEvents } from './chat-lines.ts';
import type { TriedAgent } from './tried-agent.ts';

/** A conversation in text. Each reply is asked for with the settings as they are then. */
export function useChat({ agentId, settings, variables }: TriedAgent) {
  const [chat, setChat] = useState(emptyChat);
  const asking = useRef<AbortController | null>(null);

  async function reply(asked: Chat): Promise<void> {
    if (!settings) return;
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    const { signal } = controller;
    // A reply that is not wanted any more changes nothing.
    const update = (change: (chat: Chat) => Chat) => {
      if (!signal.aborted) setChat(change);
    };
    setChat(asked);
    try {
      const known = { ...variables, ...asked.found };
      const body = { agent_id: agentId, settings, variables: known, messages: messagesOf(asked) };
      for await (const event of chatEvents(await dashboardResponse(dashboardRoutes.testChat, { body, signal })))
        update((before) => withEvent(before, event));
    } catch (error) {
      update((before) => ({ ...before, problem: error instanceof Error ? error.message : 'No reply came.' }));
    }
    update((before) => ({ ...before, isWriting: false }));
  }

  return {
    chat,
    start: () => void reply(replying(emptyChat, null)),
    say: (text: string) => void reply(replying(chat, text)),
    reset: () => {
      asking.current?.abort();
      setChat(emptyChat);
    },
  };
}
