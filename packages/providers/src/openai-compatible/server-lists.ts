import { ProviderError } from '@parley/conversation/provider';
import { networkFailure } from '../transport/vendor-failure.ts';
import { requestVendor } from '../transport/vendor-request.ts';
import type { VendorModel, VendorVoice } from '../vendor.ts';
import { assertUsable, type ServerConnection } from './server-connection.ts';

/** As `GET /models` lists them; `task` and `owned_by` are of some servers alone. */
export interface ListedModel {
  id: string;
  /** Speaches: `automatic-speech-recognition`, `text-to-speech`. */
  task?: string;
  /** OpenAI: the day from which requests are refused. */
  shutdown_date?: string | null;
}

export async function fetchModels(server: ServerConnection, signal: AbortSignal): Promise<ListedModel[]> {
  const body = (await getJson(server, '/models', signal)) as { data?: unknown };
  return listOf(body.data).filter(
    (model): model is ListedModel => typeof (model as ListedModel | null)?.id === 'string',
  );
}

/** Models of a self-hosted server: few servers report what they are for; for the others the name is the guess. */
export async function listServerModels(server: ServerConnection, signal: AbortSignal): Promise<VendorModel[]> {
  const models = await fetchModels(server, signal);
  return models.flatMap((model) => {
    const kind = kindOf(model);
    return kind ? [{ id: model.id, name: model.id, kind }] : [];
  });
}

/**
 * Voices by `GET /audio/voices`, which OpenAI does not have: Kokoro-FastAPI lists names or `{id, name}`, Speaches
 * `{name, language}`. A server without it (404, 405) has none to list.
 */
export async function listServerVoices(server: ServerConnection, signal: AbortSignal): Promise<VendorVoice[]> {
  let body: { voices?: unknown };
  try {
    body = (await getJson(server, '/audio/voices', signal)) as { voices?: unknown };
  } catch (cause) {
    if (cause instanceof ProviderError && /: 40[45]\b/.test(cause.message)) return [];
    throw cause;
  }
  return listOf(body.voices).flatMap((voice) => voiceOf(voice) ?? []);
}

/** Rejects with a ProviderError, or with the signal's reason. */
export async function getJson(server: ServerConnection, path: string, signal: AbortSignal): Promise<object> {
  assertUsable(server);
  const { baseUrl, headers, vendor } = server;
  const response = await requestVendor({ url: `${baseUrl}${path}`, headers, vendor, signal });
  try {
    const body: unknown = await response.json();
    if (typeof body === 'object' && body !== null) return body;
  } catch (cause) {
    signal.throwIfAborted();
    if (!(cause instanceof SyntaxError)) throw networkFailure(vendor, cause);
  }
  throw new ProviderError(vendor.role, vendor.provider, `${path} is no list`, {
    retryable: false,
    advice: 'Check the base address, with its version segment such as /v1.',
  });
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function voiceOf(voice: unknown): VendorVoice | null {
  if (typeof voice === 'string') return { id: voice, name: voice, languages: [] };
  const { id, name, language } = (voice ?? {}) as { id?: unknown; name?: unknown; language?: unknown };
  const voiceId = typeof id === 'string' ? id : name;
  if (typeof voiceId !== 'string') return null;
  return {
    id: voiceId,
    name: typeof name === 'string' ? name : voiceId,
    languages: typeof language === 'string' ? [language] : [],
  };
}

function kindOf({ id, task = '' }: ListedModel): VendorModel['kind'] | null {
  const about = `${task} ${id}`;
  if (/speech-recognition|whisper|transcri|parakeet|canary|\basr\b|moonshine/i.test(about)) return 'transcriber';
  if (/text-to-speech|\btts\b|tts-|kokoro|piper|\bvoice-|chatterbox|orpheus/i.test(about)) return 'voice';
  if (/embed|rerank|moderation|diffusion|dall-e|image|\bvad\b|diariz|stablediffusion|flux/i.test(about)) return null;
  return 'language';
}
