import { OpenAiCompatibleModel } from '../chat/open-ai-compatible-model.ts';
import { requestVendor } from '../transport/vendor-request.ts';
import type { Vendor } from '../vendor.ts';

/** Any server of one's own that speaks the protocol of OpenAI. It has no address but the one it is given. */
export const openaiCompatible: Vendor = {
  id: 'openai-compatible',
  languageModel: ({ baseUrl, apiKey }, name) => {
    const model = new OpenAiCompatibleModel({ baseUrl: baseUrl!, apiKey: apiKey ?? undefined, name });
    void model.prewarm();
    return model;
  },
  listModels: async ({ baseUrl, apiKey }, signal) => {
    const response = await requestVendor({
      url: `${baseUrl}/models`,
      headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
      vendor: { role: 'llm', provider: 'openai-compatible', apiKey },
      signal,
    });
    const { data = [] } = (await response.json()) as { data?: { id: string }[] };
    return data.map(({ id }) => ({ id, name: id, kind: 'language' }));
  },
};
