import type { Message, ToolDefinition } from '@parley/conversation/provider';
import { comparableWords, matchScore } from './phrase-match.ts';

const DIGITS: Record<string, string> = {
  ...{ zero: '0', oh: '0', one: '1', two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8' },
  ...{ nine: '9', pound: '#', hash: '#', star: '*' },
};
const KEY = new RegExp(
  `\\b(?:press|dial|enter|push)(?: or say)?(?: the)?(?: number)? (${Object.keys(DIGITS).join('|')})\\b`,
);
/** Entries that lead to a person, when nothing better is offered. */
const PEOPLE = ['operator', 'reception', 'front desk', 'representative', 'person', 'agent', 'somebody', 'other'];
/** It puts callers through who press nothing. */
const PATIENCE =
  /\b(?:please (?:hold|wait|stand by)|(?:hold|stay|remain) on the line|(?:transferring|connecting) (?:you|your call))\b/i;
/** A menu that comes back so often leads nowhere. */
const MAXIMUM_PRESSES = 4;

interface MenuEntry {
  digit: string;
  words: string[];
}

/** "For sales press one", or "press one for sales", as often as it comes. */
function entriesOf(text: string): MenuEntry[] {
  const parts = comparableWords(text).join(' ').split(KEY);
  const keyComesFirst = /^ ?(?:for|to)\b/.test(parts.at(-1)!);
  const entries: MenuEntry[] = [];
  for (let at = 1; at < parts.length; at += 2) {
    const label = parts[keyComesFirst ? at + 1 : at - 1]!;
    entries.push({ digit: DIGITS[parts[at]!]!, words: comparableWords(label) });
  }
  return entries;
}

/** The key to press; null when the menu names none. */
export function keyFor(menu: string, choices: string[]): string | null {
  const entries = entriesOf(menu);
  for (const choice of [...choices, ...PEOPLE]) {
    const entry = entries.find(({ words }) => matchScore(choice, words) > 0);
    if (entry) return entry.digit;
  }
  return entries[0]?.digit ?? null;
}

/** What is done about a voice menu: a key, the end of the call, or patience. */
export type MenuAnswer = { type: 'press'; digit: string } | { type: 'give_up' } | { type: 'wait' };

/** Answers a voice menu that spoke last; null when something else did. */
export function answerMenu(messages: Message[], tools: ToolDefinition[], choices: string[]): MenuAnswer | null {
  const last = messages.findLast(({ role }) => role !== 'agent');
  if (last?.role !== 'user' || !last.voiceMenu) return null;
  const presses = messages.filter((message) => message.role === 'tool' && message.name === 'send_dtmf').length;
  const mayPress = tools.some(({ name }) => name === 'send_dtmf') && presses < MAXIMUM_PRESSES;
  // "Or stay on the line, and somebody will be with you."
  if (!mayPress) return { type: PATIENCE.test(last.text) ? 'wait' : 'give_up' };
  const digit = keyFor(last.text, choices);
  return digit === null ? { type: 'wait' } : { type: 'press', digit };
}
