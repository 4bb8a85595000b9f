import { LazyModel } from '../chat/lazy-model.ts';
import { assertUsable } from '../openai-compatible/server-connection.ts';
import type { Vendor } from '../vendor.ts';
import { anthropicConnection } from './anthropic-connection.ts';
import { listAnthropicModels } from './anthropic-models.ts';

const ID = 'anthropic';

export const anthropic: Vendor = {
  id: ID,
  languageModel(connection, model) {
    const { name: vendor = ID, apiKey } = connection;
    const name = `${vendor}/${model}`;
    const server = anthropicConnection(connection, name);
    return new LazyModel(name, async () => {
      assertUsable(server);
      const { anthropicModel } = await import('./anthropic-model.ts');
      return anthropicModel({ name, vendor, server, apiKey, model });
    });
  },
  listModels: async (connection, signal) =>
    listAnthropicModels(anthropicConnection(connection, connection.name ?? ID), signal),
};
