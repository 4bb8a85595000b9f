import { serverChat } from '../openai-compatible/server-chat.ts';
import { type ServerConnection, serverConnection } from '../openai-compatible/server-connection.ts';
import type { Vendor, VendorConnection } from '../vendor.ts';
import { listMistralModels } from './mistral-models.ts';

const ID = 'mistral';
/** https://docs.mistral.ai/api */
const MISTRAL_URL = 'https://api.mistral.ai/v1';
/** Every other id of a tool call is refused ("must be a-z, A-Z, 0-9, with a length of 9"). */
const TOOL_CALL_IDS = /^[a-zA-Z0-9]{9}$/;

const connect = (connection: VendorConnection, name: string): ServerConnection =>
  serverConnection(connection, 'llm', name, MISTRAL_URL);

/** Mistral speaks OpenAI's chat completions, with its `prompt_cache_key` (https://docs.mistral.ai/studio-api/conversations/advanced/prompt-caching). */
export const mistral: Vendor = {
  id: ID,
  languageModel(connection, model) {
    const vendor = connection.name ?? ID;
    const name = `${vendor}/${model}`;
    return serverChat({
      name,
      vendor,
      server: connect(connection, name),
      apiKey: connection.apiKey,
      model,
      takesCacheKey: true,
      toolCallIds: TOOL_CALL_IDS,
    });
  },
  listModels: async (connection, signal) => listMistralModels(connect(connection, connection.name ?? ID), signal),
};
