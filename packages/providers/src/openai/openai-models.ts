import type { ServerConnection } from '../openai-compatible/server-connection.ts';
import { fetchModels, type ListedModel } from '../openai-compatible/server-lists.ts';
import { isSpeakingModel } from '../speech-to-speech/speaking-models.ts';
import type { VendorModel } from '../vendor.ts';

/** Models of the account that a call can use, without those that are shut down by now. */
export async function listOpenAiModels(server: ServerConnection, signal: AbortSignal): Promise<VendorModel[]> {
  const models = await fetchModels(server, signal);
  const today = new Date().toISOString().slice(0, 10);
  return models
    .filter(({ shutdown_date: date }) => date === undefined || date === null || date > today)
    .flatMap((model) => {
      const kind = kindOf(model);
      return kind ? [{ id: model.id, name: model.id, kind }] : [];
    });
}

/** Of the names alone: the list does not say what a model is for. Null: nothing that a call asks for. */
function kindOf({ id }: ListedModel): VendorModel['kind'] | null {
  if (/diarize/.test(id)) return null;
  if (/transcribe|whisper/.test(id)) return 'transcriber';
  if (/^tts-|-tts\b/.test(id)) return 'voice';
  if (isSpeakingModel('openai', id)) return 'speech_to_speech';
  if (/translate/.test(id)) return null;
  if (/audio|search|image|instruct|codex|deep-research|-pro\b|-live\b/.test(id)) return null;
  return /^(gpt-|chatgpt-|o\d)|^ft:gpt-/.test(id) ? 'language' : null;
}
