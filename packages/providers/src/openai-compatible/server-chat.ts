import { LazyModel } from '../chat/lazy-model.ts';
import type { AskedModel } from '../chat/question.ts';
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
  /** What the server takes for the id of a tool call. Absent: everything. */
  toolCallIds?: RegExp;
}

/** A model by chat completions. */
export function serverChat(options: ServerChatOptions): AskedModel {
  const { name, server, apiKey, model, vendor, takesCacheKey, toolCallIds } = options;
  return new LazyModel(name, async () => {
    assertUsable(server);
    const { openAiCompatibleModel } = await import('../chat/open-ai-compatible-model.ts');
    return openAiCompatibleModel({
      baseUrl: server.baseUrl,
      ...(apiKey !== null && { apiKey }),
      name: model,
      vendor,
      takesCacheKey,
      toolCallIds,
    });
  });
}
