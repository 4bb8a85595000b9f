import type { ServerConnection } from '../openai-compatible/server-connection.ts';
import { fetchModels, type ListedModel } from '../openai-compatible/server-lists.ts';
import type { VendorModel } from '../vendor.ts';

/** `GET /models` (https://docs.mistral.ai/api/endpoint/models). */
interface MistralModel extends ListedModel {
  name?: string | null;
  capabilities?: { completion_chat?: boolean; function_calling?: boolean };
  archived?: boolean;
}

/** Models that talk and call tools, without those that are archived. */
export async function listMistralModels(server: ServerConnection, signal: AbortSignal): Promise<VendorModel[]> {
  const models: MistralModel[] = await fetchModels(server, signal);
  return models
    .filter(({ capabilities, archived }) => capabilities?.completion_chat && capabilities.function_calling && !archived)
    .map(({ id, name }) => ({ id, name: name ?? id, kind: 'language' }));
}
