import type {
  EndOfTurnModel,
  LanguageModel,
  SpeakingModel,
  SpeechDetector,
  SpeechToText,
  SpokenVoice,
} from '@parley/conversation';
import { loadVendor, type Vendor } from '@parley/providers';
import { type ProviderConnection, providerNamed } from '../../kernel/provider-connection.ts';

/** `provider/name`; a bare name has no provider. */
export interface Choice {
  provider: string | null;
  name: string;
}

export function choiceOf(text: string): Choice {
  const slash = text.indexOf('/');
  return slash < 0 ? { provider: null, name: text } : { provider: text.slice(0, slash), name: text.slice(slash + 1) };
}

interface Chosen {
  connection: ProviderConnection;
  vendor: Vendor;
}

async function chosen(
  connections: readonly ProviderConnection[],
  provider: string,
  ability: 'transcriber' | 'model' | 'voice',
): Promise<Chosen | null> {
  const connection = providerNamed(connections, provider, ability);
  const vendor = connection ? await loadVendor(connection.vendor) : null;
  return connection && vendor ? { connection, vendor } : null;
}

/** Null where the account has no such provider. */
export async function vendorTranscriber(
  connections: readonly ProviderConnection[],
  provider: string,
  model: string | null,
): Promise<SpeechToText | null> {
  const found = await chosen(connections, provider, 'transcriber');
  return found?.vendor.speechToText?.(found.connection, model) ?? null;
}

/** Null where the account has no such provider. */
export async function vendorModel(
  connections: readonly ProviderConnection[],
  provider: string,
  name: string,
): Promise<LanguageModel | null> {
  const found = await chosen(connections, provider, 'model');
  return found?.vendor.languageModel?.(found.connection, name) ?? null;
}

/**
 * A model that hears and speaks by itself, in the voice of that name if it has it; null where there is no such model.
 * @param voice as an agent names it
 */
export async function vendorSpeakingModel(
  connections: readonly ProviderConnection[],
  { provider, name }: Choice,
  voice: string,
): Promise<SpeakingModel | null> {
  const found = await chosen(connections, provider ?? 'openai', 'model');
  const model = found?.vendor.speechToSpeech?.(found.connection, name) ?? null;
  if (!found || !model) return null;
  const wanted = choiceOf(voice);
  const isOwn = wanted.provider !== null && providerNamed(connections, wanted.provider, 'model') === found.connection;
  return { model, voice: isOwn && model.hasVoice(wanted.name) ? wanted.name : null };
}

/** Null where the account has no such provider. */
export async function vendorVoice(
  connections: readonly ProviderConnection[],
  provider: string,
  voice: string,
): Promise<SpokenVoice | null> {
  const found = await chosen(connections, provider, 'voice');
  const tts = found?.vendor.textToSpeech?.(found.connection, null);
  return tts ? { tts, voice } : null;
}

/** Installed models that judge what is heard; null where there is none. */
export interface Judges {
  detector: SpeechDetector | null;
  endOfTurn: EndOfTurnModel | null;
}

/** Agents do not name them: where they are installed, they serve every call. */
export async function installedJudges(connections: readonly ProviderConnection[]): Promise<Judges> {
  const connection = connections.find(({ judges = [] }) => judges.length > 0);
  const vendor = connection ? await loadVendor(connection.vendor) : null;
  if (!connection || !vendor) return { detector: null, endOfTurn: null };
  const has = (kind: 'vad' | 'end-of-turn'): boolean => connection.judges!.includes(kind);
  return {
    detector: (has('vad') && vendor.speechDetector?.(connection, null)) || null,
    endOfTurn: (has('end-of-turn') && vendor.endOfTurn?.(connection, null)) || null,
  };
}
