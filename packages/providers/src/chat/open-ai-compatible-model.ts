import { createHash } from 'node:crypto';
import { chatModel, type ModelServer, modelName, PROVIDER, takesCacheKey } from './model-server.ts';
import { SdkModel } from './sdk-model.ts';

export interface OpenAiCompatibleModelOptions extends ModelServer {
  /** As the server calls it, for example gpt-4.1-mini or qwen3:8b. */
  name: string;
  /** Longest wait for the first word or tool call. Default 10 000. */
  firstTokenMs?: number;
  /** What the server takes for the id of a tool call. Default: everything. */
  toolCallIds?: RegExp | undefined;
  fetch?: typeof globalThis.fetch;
}

/** A language model on any server that speaks OpenAI's chat completions. */
export function openAiCompatibleModel(options: OpenAiCompatibleModelOptions): SdkModel {
  const { name, baseUrl, apiKey, toolCallIds, firstTokenMs, fetch } = options;
  return new SdkModel({
    name: modelName(options, name),
    modelId: name,
    model: chatModel(options, name, fetch),
    server: options,
    prewarmRequest: {
      url: `${baseUrl.replace(/\/+$/, '')}/models`,
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    },
    providerOptions: takesCacheKey(options)
      ? (instructions) => ({ [PROVIDER]: { prompt_cache_key: cacheKey(instructions) } })
      : undefined,
    answers: 'whole',
    toolCallIds,
    firstTokenMs,
  });
}

/** The turns of a call begin alike, and so do the calls of an agent whose prompt has no variables. */
const cacheKey = (instructions: string): string =>
  createHash('sha256').update(instructions).digest('base64url').slice(0, 32);
