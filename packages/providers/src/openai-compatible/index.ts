import { OpenAiCompatibleModel } from '../chat/open-ai-compatible-model.ts';
import type { Vendor } from '../vendor.ts';

/** Any server of one's own that speaks the protocol of OpenAI. It has no address but the one it is given. */
export const openAiCompatible: Vendor = {
  id: 'openai-compatible',
  languageModel: ({ baseUrl, apiKey }, name) => {
    const model = new OpenAiCompatibleModel({ baseUrl: baseUrl!, apiKey: apiKey ?? undefined, name });
    void model.prewarm();
    return model;
  },
};
