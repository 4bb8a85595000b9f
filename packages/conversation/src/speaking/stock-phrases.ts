import type { ConversationAgent, StockPhrases } from '../conversation-agent.ts';
import type { Line } from '../turns/turn-state.ts';

const ENGLISH: StockPhrases = {
  optOut: "I'm sorry for the trouble. I'll take you off our list, and we won't call you again. Goodbye.",
  apology: "Sorry, I'm having technical difficulties. Goodbye.",
  farewell: "I'm sorry, I have to end our call here. Goodbye.",
  parting: 'Thank you for your time. Goodbye.',
  oneMoment: 'One moment, please.',
  notCaught: "Sorry, I didn't catch that. Could you say it again?",
};

export const phrasesOf = (agent: ConversationAgent): StockPhrases => ({ ...ENGLISH, ...agent.phrases });

/** What the agent says where it does not ask its model. */
export function lineText(line: Exclude<Line, 'remainder'>, agent: ConversationAgent): string {
  const phrases = phrasesOf(agent);
  switch (line) {
    case 'first_message':
      return agent.firstMessage ?? '';
    case 'voicemail_message':
      return agent.voicemail.message ?? '';
    case 'reminder':
      return agent.silence.reminder;
    case 'goodbye':
      return agent.silence.goodbye;
    case 'opt_out':
      return phrases.optOut;
    case 'apology':
      return phrases.apology;
    case 'farewell':
      return phrases.farewell;
    case 'one_moment':
      return phrases.oneMoment;
    case 'not_caught':
      return phrases.notCaught;
  }
}
