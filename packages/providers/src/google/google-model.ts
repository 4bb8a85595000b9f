import { fetchWithoutPages } from '../chat/fetch-without-pages.ts';
import { SdkModel } from '../chat/sdk-model.ts';
import type { ServerConnection } from '../openai-compatible/server-connection.ts';
import { keepAliveFetch } from '../transport/keep-alive-fetch.ts';
import { GoogleLanguageModel } from './google-language-model.ts';

export interface GoogleModelOptions {
  /** As in `vendor/model`. */
  name: string;
  /** The vendor's name in it. */
  vendor: string;
  server: ServerConnection;
  apiKey: string | null;
  /** As Google calls it. */
  model: string;
}

/** One of Google's models; what it caches of a prompt's beginning, it caches by itself (https://ai.google.dev/gemini-api/docs/caching). */
export function googleModel({ name, vendor, server, apiKey, model }: GoogleModelOptions): SdkModel {
  const { baseUrl, headers } = server;
  const fetch = fetchWithoutPages(name, keepAliveFetch);
  return new SdkModel({
    name,
    modelId: model,
    model: new GoogleLanguageModel(model, { baseUrl, headers, fetch }),
    server: { vendor, apiKey: apiKey ?? undefined },
    prewarmRequest: { url: `${baseUrl}/models?pageSize=1`, headers },
  });
}
