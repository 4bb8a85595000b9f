import type { ConversationUsage } from '../conversation-event.ts';

type ModelUsage = Omit<ConversationUsage['model'][number], 'name'>;

/** What the vendors have done for a call, each by its name. */
export class UsageMeter {
  readonly #models = new Map<string, ModelUsage>();
  readonly #characters = new Map<string, number>();
  readonly #audioMs = new Map<string, number>();

  noteTokens(name: string, used: ModelUsage): void {
    const before = this.#models.get(name) ?? { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };
    this.#models.set(name, {
      inputTokens: before.inputTokens + used.inputTokens,
      cachedInputTokens: before.cachedInputTokens + used.cachedInputTokens,
      outputTokens: before.outputTokens + used.outputTokens,
    });
  }

  /** Sent to be spoken, heard or not: that is what is charged for. */
  noteCharacters(name: string, count: number): void {
    this.#characters.set(name, (this.#characters.get(name) ?? 0) + count);
  }

  /** Sent to be recognized, silence too, and what is sent once more. */
  noteAudio(name: string, ms: number): void {
    this.#audioMs.set(name, (this.#audioMs.get(name) ?? 0) + ms);
  }

  get usage(): ConversationUsage {
    return {
      model: [...this.#models].map(([name, used]) => ({ name, ...used })),
      voice: [...this.#characters].map(([name, characters]) => ({ name, characters })),
      transcriber: [...this.#audioMs].map(([name, audioMs]) => ({ name, audioMs })),
    };
  }
}
