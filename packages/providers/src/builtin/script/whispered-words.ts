import type { Message } from '@parley/conversation/provider';

const SAY = /^\s*say:\s*(.*\S)\s*$/is;

/**
 * What hints of the form `say: …` want to be said, and has not been: those since the agent's last words. A script cannot
 * do anything with other hints.
 */
export function whisperedWords(messages: readonly Message[]): string {
  const lastSaid = messages.findLastIndex((message) => message.role === 'agent' && message.text !== '');
  return messages
    .slice(lastSaid + 1)
    .flatMap((message) => (message.role === 'note' ? [SAY.exec(message.text)?.[1] ?? ''] : []))
    .filter((words) => words !== '')
    .join(' ');
}
