import type { ConversationAgent } from '../conversation-agent.ts';
import type { TranscriptTurn } from '../conversation-event.ts';
import type { CallLanguage } from '../languages/call-language.ts';
import type { Warnings } from '../record/warnings.ts';

/** Whether a model says its first message word for word: none is bound to. */
export class FirstMessage {
  readonly #agent: ConversationAgent;
  readonly #language: CallLanguage;
  readonly #warnings: Warnings;
  #isSaid = false;

  constructor(agent: ConversationAgent, language: CallLanguage, warnings: Warnings) {
    this.#agent = agent;
    this.#language = language;
    this.#warnings = warnings;
  }

  /** The model was heard to say this. */
  noteTurn({ text, interrupted, generatedText }: TranscriptTurn): void {
    const { firstMessage } = this.#agent;
    if (firstMessage === null || this.#isSaid) return;
    this.#isSaid = true;
    if (interrupted || generatedText !== undefined) return;
    const { writing } = this.#language.spoken;
    if (writing.key(text) !== writing.key(firstMessage))
      this.#warnings.add('first_message_changed', 'The model did not say the first message word for word.');
  }
}
