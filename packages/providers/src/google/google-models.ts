import type { ServerConnection } from '../openai-compatible/server-connection.ts';
import { getJson } from '../openai-compatible/server-lists.ts';
import { isSpeakingModel } from '../speech-to-speech/speaking-models.ts';
import type { VendorModel } from '../vendor.ts';

/** The most that a page holds. */
const PAGE_SIZE = 1000;
/** Against a server that never comes to an end. */
const MOST_PAGES = 10;
/** Made for images, audio, robots or screens, by the name alone: the list has them as if they talked. */
const NO_CHAT = /image|\btts\b|audio|live|embedding|robotics|computer-use|veo|lyria|\baqa\b/i;

interface ListedModel {
  name?: string;
  displayName?: string;
  supportedGenerationMethods?: string[];
}

interface ModelPage {
  models?: ListedModel[];
  nextPageToken?: string;
}

/** `GET /models`, page by page, of which those are left that write, or speak by themselves (https://ai.google.dev/api/models). */
export async function listGoogleModels(server: ServerConnection, signal: AbortSignal): Promise<VendorModel[]> {
  const models: VendorModel[] = [];
  let token = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const path = `/models?pageSize=${PAGE_SIZE}${token}`;
    const { models: listed, nextPageToken } = (await getJson(server, path, signal)) as ModelPage;
    models.push(...(Array.isArray(listed) ? listed : []).flatMap((model) => offerOf(model) ?? []));
    if (!nextPageToken) break;
    token = `&pageToken=${encodeURIComponent(nextPageToken)}`;
  }
  return models;
}

function offerOf({ name, displayName, supportedGenerationMethods = [] }: ListedModel): VendorModel | null {
  if (typeof name !== 'string') return null;
  const id = name.replace(/^models\//, '');
  const offer = { id, name: displayName ?? id };
  if (supportedGenerationMethods.includes('bidiGenerateContent') && isSpeakingModel('google', id))
    return { ...offer, kind: 'speech_to_speech' };
  const writes = supportedGenerationMethods.includes('generateContent') && !NO_CHAT.test(name);
  return writes ? { ...offer, kind: 'language' } : null;
}
