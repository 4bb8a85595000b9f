import type { LanguageModel, LanguageModelEvent, LanguageModelRequest } from '@parley/conversation/provider';
import { ModelNotFoundError } from './model-error.ts';

export interface ModelOrFallbackOptions {
  model: LanguageModel;
  fallback: LanguageModel;
  /** Called once, when the server turns out not to have the model. */
  onMissing: (error: ModelNotFoundError) => void;
}

/** A model that may not exist: when the server does not know it, the fallback talks for the rest of the call. One for each call. */
export class ModelOrFallback implements LanguageModel {
  readonly #options: ModelOrFallbackOptions;
  #state: 'unknown' | 'exists' | 'missing' = 'unknown';

  constructor(options: ModelOrFallbackOptions) {
    this.#options = options;
  }

  get name(): string {
    const { model, fallback } = this.#options;
    return this.#state === 'missing' ? fallback.name : model.name;
  }

  async *respond(request: LanguageModelRequest): AsyncGenerator<LanguageModelEvent> {
    const { model, fallback } = this.#options;
    if (this.#state !== 'missing') {
      try {
        for await (const event of model.respond(request)) {
          this.#state = 'exists';
          yield event;
        }
        return;
      } catch (error) {
        this.#giveUpModel(error);
      }
    }
    yield* fallback.respond(request);
  }

  /** Throws what is no reason to. Replies may be asked for side by side, so it may be missing already. */
  #giveUpModel(error: unknown): void {
    if (!(error instanceof ModelNotFoundError) || this.#state === 'exists') throw error;
    if (this.#state === 'missing') return;
    this.#state = 'missing';
    this.#options.onMissing(error);
  }
}
