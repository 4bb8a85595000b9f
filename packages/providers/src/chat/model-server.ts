import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { extractReasoningMiddleware, type LanguageModel, wrapLanguageModel } from 'ai';
import { keepAliveFetch } from '../transport/keep-alive-fetch.ts';
import { chatFetch } from './chat-fetch.ts';

/** Whose options the SDK sends along, whatever server it is. */
export const PROVIDER = 'openai';

/** A server that speaks OpenAI's chat completions: OpenAI, Ollama, vLLM, LM Studio, llama.cpp … */
export interface ModelServer {
  /** With the version segment, for example http://127.0.0.1:11434/v1. */
  baseUrl: string;
  /** Sent as a bearer token; many servers of one's own need none. */
  apiKey?: string | undefined;
  /** The vendor's name in `vendor/model`. Absent: the server of `PARLEY_LLM_URL`, which is called `openai`. */
  vendor?: string | undefined;
  /**
   * It takes `prompt_cache_key`, by which requests that begin alike reach the same cache
   * (https://developers.openai.com/api/docs/guides/prompt-caching). Default: at OpenAI; other servers cache by themselves.
   */
  takesCacheKey?: boolean | undefined;
}

/** As in `vendor/model`. */
export const modelName = ({ vendor = PROVIDER }: Pick<ModelServer, 'vendor'>, model: string): string =>
  `${vendor}/${model}`;

export const takesCacheKey = ({ baseUrl, takesCacheKey }: ModelServer): boolean =>
  takesCacheKey ?? new URL(baseUrl).hostname === 'api.openai.com';

/** One of the server's models, as the AI SDK takes it. */
export function chatModel(
  server: ModelServer,
  name: string,
  fetch: typeof globalThis.fetch = keepAliveFetch,
): LanguageModel {
  const provider = createOpenAICompatible({
    name: PROVIDER,
    baseURL: server.baseUrl,
    ...(server.apiKey === undefined ? {} : { apiKey: server.apiKey }),
    supportsStructuredOutputs: true,
    includeUsage: true,
    fetch: chatFetch(modelName(server, name), fetch),
  });
  // Servers without a parser for it leave a model's thinking in its text, which is not to be spoken.
  return wrapLanguageModel({
    model: provider.chatModel(name),
    middleware: extractReasoningMiddleware({ tagName: 'think' }),
  });
}
