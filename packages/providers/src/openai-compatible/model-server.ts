import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { extractReasoningMiddleware, type LanguageModel, wrapLanguageModel } from 'ai';
import { keepAliveFetch } from '../transport/keep-alive-fetch.ts';

/** Who is first in `provider/name` for every server that speaks OpenAI's protocol. */
export const PROVIDER = 'openai';

/** A server that speaks OpenAI's chat completions: OpenAI, Ollama, vLLM, LM Studio, llama.cpp … */
export interface ModelServer {
  /** With the version segment, for example http://127.0.0.1:11434/v1. */
  baseUrl: string;
  /** Sent as a bearer token; many servers of one's own need none. */
  apiKey?: string | undefined;
}

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
    fetch,
  });
  // Servers without a parser for it leave a model's thinking in its text: nobody wants to hear that.
  return wrapLanguageModel({
    model: provider.chatModel(name),
    middleware: extractReasoningMiddleware({ tagName: 'think' }),
  });
}
