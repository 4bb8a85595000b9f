import type { ConversationAgent } from '../conversation-agent.ts';
import type { CallLanguage } from '../languages/call-language.ts';
import { packFor } from '../languages/packs.ts';
import type { ToolDesk } from '../tools/tool-desk.ts';
import type { Line } from '../turns/turn-effect.ts';
import { lineText } from './stock-phrases.ts';
import type { Synthesis } from './synthesis.ts';

export interface StockLinesOptions {
  agent: ConversationAgent;
  language: CallLanguage;
  tools: Pick<ToolDesk, 'meanwhile'>;
  synthesis: Pick<Synthesis, 'otherLanguage'>;
}

/** What the agent says without asking its model, in the words that fit the moment of the call. */
export class StockLines {
  readonly #options: StockLinesOptions;

  constructor(options: StockLinesOptions) {
    this.#options = options;
  }

  text(line: Exclude<Line, 'remainder'>): string {
    const { agent, language, tools, synthesis } = this.#options;
    if (line === 'one_moment' && tools.meanwhile !== null) return tools.meanwhile;
    const { otherLanguage } = synthesis;
    if (line === 'apology' && otherLanguage !== null) return packFor(otherLanguage).phrases.apology;
    return lineText(line, agent, language.spoken.pack);
  }
}
