import type { Message } from '@parley/conversation/provider';

export interface DialogueTurns {
  /** Whether the agent has said anything yet. */
  begun: boolean;
  /** What the agent said first, such as the agent's first message; null before it, and when it was cut off. */
  opening: string | null;
  /** What the caller said since the agent first spoke: an entry for each time the agent listened. */
  answers: string[];
  /** Whether the caller spoke last. */
  answerIsNew: boolean;
}

/** What the transcript has of words that were interrupted ends in the middle of a sentence. */
const SENTENCE_END = /[.?!…]\s*$/;

/**
 * A call's messages as turns. What is said before the agent has spoken ("hello?") answers nothing; what the caller
 * says in several goes, without the agent being heard between them, is one answer. After a voice menu all begins anew.
 */
export function dialogueTurns(messages: Message[]): DialogueTurns {
  const menu = messages.findLastIndex((message) => message.role === 'user' && message.voiceMenu === true);
  const turns: DialogueTurns = { begun: false, opening: null, answers: [], answerIsNew: false };
  for (const message of messages.slice(menu + 1)) {
    if (message.role === 'agent') {
      if (!turns.begun && SENTENCE_END.test(message.text)) turns.opening = message.text;
      turns.begun ||= message.text !== '';
      turns.answerIsNew = false;
    } else if (message.role === 'user' && turns.begun) {
      if (turns.answerIsNew) turns.answers.push(`${turns.answers.pop()} ${message.text}`);
      else turns.answers.push(message.text);
      turns.answerIsNew = true;
    }
  }
  return turns;
}

/** What the agent does next: says something, and perhaps ends the call with an outcome. */
export interface Reply {
  text: string;
  outcome: string | null;
}
