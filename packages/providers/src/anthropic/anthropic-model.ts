import { createAnthropic } from '@ai-sdk/anthropic';
import { fetchWithoutPages } from '../chat/fetch-without-pages.ts';
import { SdkModel } from '../chat/sdk-model.ts';
import type { ServerConnection } from '../openai-compatible/server-connection.ts';
import { keepAliveFetch } from '../transport/keep-alive-fetch.ts';

export interface AnthropicModelOptions {
  /** As in `vendor/model`. */
  name: string;
  /** The vendor's name in it. */
  vendor: string;
  server: ServerConnection;
  apiKey: string | null;
  /** As Anthropic calls it. */
  model: string;
}

/** `tool_use.id` and `tool_use_id` are refused otherwise. */
const TOOL_CALL_IDS = /^[a-zA-Z0-9_-]+$/;

/** One of Anthropic's models, by its Messages. */
export function anthropicModel({ name, vendor, server, apiKey, model }: AnthropicModelOptions): SdkModel {
  const { baseUrl, headers } = server;
  const anthropic = createAnthropic({
    baseURL: baseUrl,
    // Undefined would be the key of the environment, which is the operator's.
    apiKey: apiKey ?? '',
    fetch: fetchWithoutPages(name, keepAliveFetch),
  });
  return new SdkModel({
    name,
    modelId: model,
    model: anthropic(model),
    server: { vendor, apiKey: apiKey ?? undefined },
    prewarmRequest: { url: `${baseUrl}/models?limit=1`, headers },
    // The tools come before the instructions, so they are kept with them (https://platform.claude.com/docs/en/build-with-claude/prompt-caching).
    instructionOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    toolCallIds: TOOL_CALL_IDS,
  });
}
