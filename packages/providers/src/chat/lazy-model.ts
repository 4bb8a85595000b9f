import type { LanguageModelEvent, LanguageModelRequest } from '@parley/conversation/provider';
import type { Answer, AskedModel, Question } from './question.ts';
import type { SdkModel } from './sdk-model.ts';

/**
 * A model whose SDK takes 14 MB and 100 ms, which a process without such a model does not pay: it is loaded and the vendor
 * connected to when the model is made, before the first reply.
 */
export class LazyModel implements AskedModel {
  readonly name: string;
  readonly #loading: Promise<SdkModel>;

  /**
   * @param name as in `vendor/model`
   * @param load rejects with what the first reply is to fail with
   */
  constructor(name: string, load: () => Promise<SdkModel>) {
    this.name = name;
    this.#loading = loadAndPrewarm(load);
    // Reported by the first reply.
    this.#loading.catch(() => undefined);
  }

  async *respond(request: LanguageModelRequest): AsyncGenerator<LanguageModelEvent> {
    yield* (await this.#loading).respond(request);
  }

  async ask(question: Question): Promise<Answer> {
    return (await this.#loading).ask(question);
  }
}

async function loadAndPrewarm(load: () => Promise<SdkModel>): Promise<SdkModel> {
  const model = await load();
  void model.prewarm();
  return model;
}
