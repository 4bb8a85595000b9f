import type { LanguageModel, LanguageModelEvent, LanguageModelRequest } from '@parley/conversation';
import type { OpenAiCompatibleModel } from '../chat/open-ai-compatible-model.ts';
import { assertUsable, type ServerConnection } from './server-connection.ts';

export interface ServerChatOptions {
  /** As in `vendor/model`. */
  name: string;
  /** The vendor's name in it. */
  vendor: string;
  server: ServerConnection;
  apiKey: string | null;
  /** As the server calls it. */
  model: string;
  takesCacheKey: boolean;
}

/** A model by chat completions. Its SDK takes 14 MB and 90 ms, which a process without such a model does not pay. */
export class ServerChat implements LanguageModel {
  readonly name: string;
  readonly #options: ServerChatOptions;
  #loading: Promise<OpenAiCompatibleModel> | null = null;

  constructor(options: ServerChatOptions) {
    this.name = options.name;
    this.#options = options;
  }

  async *respond(request: LanguageModelRequest): AsyncGenerator<LanguageModelEvent> {
    assertUsable(this.#options.server);
    this.#loading ??= load(this.#options);
    yield* (await this.#loading).respond(request);
  }
}

async function load({
  server,
  apiKey,
  model,
  vendor,
  takesCacheKey,
}: ServerChatOptions): Promise<OpenAiCompatibleModel> {
  const { OpenAiCompatibleModel } = await import('../chat/open-ai-compatible-model.ts');
  return new OpenAiCompatibleModel({
    baseUrl: server.baseUrl,
    ...(apiKey !== null && { apiKey }),
    name: model,
    vendor,
    takesCacheKey,
  });
}
