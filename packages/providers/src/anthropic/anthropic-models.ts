import type { ServerConnection } from '../openai-compatible/server-connection.ts';
import { getJson } from '../openai-compatible/server-lists.ts';
import type { VendorModel } from '../vendor.ts';

/** The most that a page holds. */
const PAGE_SIZE = 1000;
/** Against a server that never comes to an end. */
const MOST_PAGES = 10;

interface ModelPage {
  data?: { id?: unknown; display_name?: unknown }[];
  has_more?: boolean;
  last_id?: string | null;
}

/** `GET /models`, page by page (https://platform.claude.com/docs/en/api/models-list). All of them answer. */
export async function listAnthropicModels(server: ServerConnection, signal: AbortSignal): Promise<VendorModel[]> {
  const models: VendorModel[] = [];
  let after = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const path = `/models?limit=${PAGE_SIZE}${after}`;
    const { data, has_more: hasMore, last_id: lastId } = (await getJson(server, path, signal)) as ModelPage;
    for (const { id, display_name: name } of Array.isArray(data) ? data : [])
      if (typeof id === 'string') models.push({ id, name: typeof name === 'string' ? name : id, kind: 'language' });
    if (!hasMore || !lastId) break;
    after = `&after_id=${encodeURIComponent(lastId)}`;
  }
  return models;
}
