import type { AgentToolDefinition } from '../conversation-agent.ts';
import { spokenKey } from '../languages/spoken-words.ts';
import type { MediaClock } from '../media-clock.ts';
import type { LanguageModel } from '../provider/language-model.ts';
import type { Succession } from '../provider/succession.ts';
import type { Dialogue } from '../record/dialogue.ts';
import { TRANSFER_CALL } from '../tools/call-tools.ts';
import type { ModelUsage } from './model-request.ts';
import { Reply } from './reply.ts';
import { Speech } from './speech.ts';
import type { Synthesis } from './synthesis.ts';

export interface RepliesOptions {
  models: Succession<LanguageModel>;
  prompt: () => string;
  tools: () => readonly AgentToolDefinition[];
  synthesis: Synthesis;
  clock: MediaClock;
  dialogue: Dialogue;
  /** What is said when the model's first act is to end the call without a word. */
  parting: () => string;
  /** What is said when its message breaks off. */
  filler: () => string;
  /** And not again. */
  fillsOnce: boolean;
  onWarning: (code: string, message: string) => void;
  onUsage: (model: string, usage: ModelUsage) => void;
}

/** The model opens the call: many models refuse to speak before anything was said. */
const OPENING = '[The call was answered. Begin.]';

/** The model's replies: the one that is wanted now, and at most one that is prepared in case it will be. */
export class Replies {
  readonly #options: RepliesOptions;
  #prepared: { key: string; reply: Reply } | null = null;

  constructor(options: RepliesOptions) {
    this.#options = options;
  }

  /**
   * Prepares the reply to what the user may turn out to have said, instead of any other.
   * @param text null: nothing new; the model opens the call, or goes on from the results of its tools
   * @param mayBeSilent the reply may end without a word
   */
  prepare(text: string | null, mayBeSilent: boolean): void {
    this.discard();
    this.#prepared = { key: this.#keyOf(text), reply: this.#ask(text, mayBeSilent) };
  }

  discard(): void {
    this.#prepared?.reply.cancel();
    this.#prepared = null;
  }

  /** The reply to `text`, which the dialogue holds by now; the prepared one, when it is to the same words. */
  take(text: string | null, mayBeSilent: boolean): Reply {
    const prepared = this.#prepared;
    if (prepared?.key === this.#keyOf(text)) {
      this.#prepared = null;
      return prepared.reply;
    }
    this.discard();
    return this.#ask(null, mayBeSilent);
  }

  #keyOf(text: string | null): string {
    return spokenKey(text ?? (this.#options.dialogue.isEmpty ? OPENING : ''));
  }

  /** @param next what is not in the dialogue yet */
  #ask(next: string | null, mayBeSilent: boolean): Reply {
    const { models, prompt, synthesis, clock, dialogue, onWarning, onUsage } = this.#options;
    const messages = dialogue.messages(next ?? (dialogue.isEmpty ? OPENING : undefined));
    const tools = this.#options.tools();
    const definitions = tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
    const request = { prompt: prompt(), messages, tools: definitions };
    // Of a reply that may be thrown away only the first clause is worth synthesizing; playing it allows the rest.
    const speech = new Speech(synthesis, clock, 1);
    // A recording that is hung up on expects no farewell.
    const parting = mayBeSilent || dialogue.hasAgentSpoken ? '' : this.#options.parting();
    return new Reply({
      models,
      request,
      speech,
      pack: synthesis.pack,
      clock,
      mayBeSilent,
      parting,
      filler: this.#options.filler(),
      fillsOnce: this.#options.fillsOnce,
      beforeTransfer: tools.find(({ name }) => name === TRANSFER_CALL)?.say ?? '',
      onWarning,
      onUsage,
    });
  }
}
