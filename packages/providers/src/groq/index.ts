import { serverChat } from '../openai-compatible/server-chat.ts';
import { type ServerConnection, serverConnection } from '../openai-compatible/server-connection.ts';
import type { Vendor, VendorConnection } from '../vendor.ts';
import { listGroqModels } from './groq-models.ts';

const ID = 'groq';
/** https://console.groq.com/docs/openai */
const GROQ_URL = 'https://api.groq.com/openai/v1';

const connect = (connection: VendorConnection, name: string): ServerConnection =>
  serverConnection(connection, 'llm', name, GROQ_URL);

/** Groq speaks OpenAI's chat completions, and caches the beginnings of prompts by itself (https://console.groq.com/docs/prompt-caching). */
export const groq: Vendor = {
  id: ID,
  languageModel(connection, model) {
    const vendor = connection.name ?? ID;
    const name = `${vendor}/${model}`;
    const server = connect(connection, name);
    return serverChat({ name, vendor, server, apiKey: connection.apiKey, model, takesCacheKey: false });
  },
  listModels: async (connection, signal) => listGroqModels(connect(connection, connection.name ?? ID), signal),
};
