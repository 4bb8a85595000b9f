import type { ServerConnection } from '../openai-compatible/server-connection.ts';
import { fetchModels, type ListedModel } from '../openai-compatible/server-lists.ts';
import type { VendorModel } from '../vendor.ts';

/** `GET /models` (https://console.groq.com/docs/api-reference#models). */
interface GroqModel extends ListedModel {
  active?: boolean;
}

/** Active models that write answers. */
export async function listGroqModels(server: ServerConnection, signal: AbortSignal): Promise<VendorModel[]> {
  const models: GroqModel[] = await fetchModels(server, signal);
  return models
    .filter(({ id, active }) => active !== false && isChat(id))
    .map(({ id }) => ({ id, name: id, kind: 'language' }));
}

/** Of the names alone: the list has recognizers, voices and judges of texts beside the models, and does not say so. */
const isChat = (id: string): boolean => !/whisper|\btts\b|orpheus|guard|embed/i.test(id);
