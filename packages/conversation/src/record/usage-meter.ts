import type { ConversationUsage } from '../conversation-event.ts';

type Tokens = Omit<ConversationUsage['model'][number], 'name'>;
type AudioTokens = NonNullable<Tokens['audio']>;

const NO_TOKENS: AudioTokens = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

const sum = (a: AudioTokens, b: AudioTokens): AudioTokens => ({
  inputTokens: a.inputTokens + b.inputTokens,
  cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
});

/** What the vendors have done for a call, each by its name. */
export class UsageMeter {
  readonly #models = new Map<string, Tokens>();
  readonly #characters = new Map<string, number>();
  readonly #audioMs = new Map<string, number>();

  noteTokens(name: string, used: Tokens): void {
    const before = this.#models.get(name) ?? NO_TOKENS;
    const audioBefore = this.#models.get(name)?.audio ?? NO_TOKENS;
    this.#models.set(name, { ...sum(before, used), ...(used.audio && { audio: sum(audioBefore, used.audio) }) });
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
