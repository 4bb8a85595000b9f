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
  /** Absent: where it is OpenAI. */
  takesCacheKey?: boolean;
}

/**
 * A model by chat completions. Its SDK takes 14 MB and 100 ms, which a process without such a model does not pay; it is
 * loaded and the server connected to when the model is made, before the first reply.
 */
export class ServerChat implements LanguageModel {
  readonly name: string;
  readonly #loading: Promise<OpenAiCompatibleModel>;

  constructor(options: ServerChatOptions) {
    this.name = options.name;
    this.#loading = load(options);
    // Told by the first reply.
    this.#loading.catch(() => undefined);
  }

  async *respond(request: LanguageModelRequest): AsyncGenerator<LanguageModelEvent> {
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
  assertUsable(server);
  const { OpenAiCompatibleModel } = await import('../chat/open-ai-compatible-model.ts');
  const chat = new OpenAiCompatibleModel({
    baseUrl: server.baseUrl,
    ...(apiKey !== null && { apiKey }),
    name: model,
    vendor,
    takesCacheKey,
  });
  void chat.prewarm();
  return chat;
}
