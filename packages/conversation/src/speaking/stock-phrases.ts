import type { ConversationAgent } from '../conversation-agent.ts';
import type { LanguagePack, StockPhrases } from '../languages/language-pack.ts';
import type { Line } from '../turns/turn-effect.ts';

export const phrasesOf = (agent: ConversationAgent, pack: LanguagePack): StockPhrases => ({
  ...pack.phrases,
  ...agent.phrases,
});

/** What the agent says, in the language of `pack`, where it does not ask its model. */
export function lineText(line: Exclude<Line, 'remainder'>, agent: ConversationAgent, pack: LanguagePack): string {
  const phrases = phrasesOf(agent, pack);
  switch (line) {
    case 'first_message':
      return agent.firstMessage ?? '';
    case 'voicemail_message':
      return agent.voicemail.message ?? '';
    case 'reminder':
      return agent.silence.reminder ?? pack.silence.reminder;
    case 'goodbye':
      return agent.silence.goodbye ?? pack.silence.goodbye;
    case 'opt_out':
      return phrases.optOut;
    case 'apology':
      return phrases.apology;
    case 'farewell':
      return phrases.farewell;
    case 'one_moment':
      return phrases.oneMoment;
    case 'still_working':
      return phrases.stillWorking;
    case 'not_caught':
      return phrases.notCaught;
  }
}
