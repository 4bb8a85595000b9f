import { z } from 'zod';
import { reportedFailure } from '../transport/vendor-failure.ts';
import { requestVendor } from '../transport/vendor-request.ts';
import type { VendorConnection, VendorModel, VendorVoice } from '../vendor.ts';
import { baseUrlOf, headersOf, vendorOf } from './connection.ts';

const PAGE = 100;
/** More voices than anyone reads through. */
const MAX_PAGES = 10;

const languages = z.array(z.object({ code: z.string() })).default([]);

/** https://soniox.com/docs/api-reference/stt/models/get_models */
const listeningSchema = z.object({
  models: z.array(z.object({ id: z.string(), name: z.string(), transcription_mode: z.string() })),
});

/** https://soniox.com/docs/api-reference/tts/models/get_tts_models */
const speakingSchema = z.object({
  models: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      aliased_model_id: z.string().nullish(),
      languages,
      voices: z.array(z.object({ id: z.string(), description: z.string().nullish() })).default([]),
    }),
  ),
});

/** Voices of the account, made of a recording (https://soniox.com/docs/tts/concepts/voice-cloning). */
const clonedSchema = z.object({
  voices: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      models: z.array(z.object({ model: z.string(), status: z.string() })).default([]),
    }),
  ),
  next_page_cursor: z.string().nullish(),
});

export async function listModels(connection: VendorConnection, signal: AbortSignal): Promise<VendorModel[]> {
  const [listening, speaking] = await Promise.all([
    ask(connection, '/v1/models', listeningSchema, signal),
    ask(connection, '/v1/tts-models', speakingSchema, signal),
  ]);
  const streaming = listening.models.filter((model) => model.transcription_mode === 'real_time');
  return [
    ...streaming.map(({ id, name }): VendorModel => ({ id, name, kind: 'transcriber' })),
    ...speaking.models.map(({ id, name }): VendorModel => ({ id, name, kind: 'voice' })),
  ];
}

export async function listVoices(connection: VendorConnection, signal: AbortSignal): Promise<VendorVoice[]> {
  const [{ models }, cloned] = await Promise.all([
    ask(connection, '/v1/tts-models', speakingSchema, signal),
    clonedVoices(connection, signal),
  ]);
  const voices = new Map<string, VendorVoice>();
  for (const model of models.filter(({ aliased_model_id: alias }) => !alias)) {
    const codes = model.languages.map(({ code }) => code);
    for (const { id, description } of model.voices)
      voices.set(id, { id, name: description ? `${id}: ${description}` : id, languages: codes });
    for (const { id, name, models: prepared } of cloned)
      if (prepared.some((one) => one.model === model.id && one.status === 'ready'))
        voices.set(id, { id, name, languages: codes });
  }
  return [...voices.values()];
}

async function clonedVoices(connection: VendorConnection, signal: AbortSignal) {
  const voices: z.infer<typeof clonedSchema>['voices'] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(cursor !== null && { cursor }) });
    const page: z.infer<typeof clonedSchema> = await ask(connection, `/v1/voices?${query}`, clonedSchema, signal);
    voices.push(...page.voices);
    cursor = page.next_page_cursor ?? null;
    if (cursor === null) break;
  }
  return voices;
}

async function ask<Schema extends z.ZodType>(
  connection: VendorConnection,
  path: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.infer<Schema>> {
  const vendor = vendorOf('tts', connection);
  const url = `${baseUrlOf('api', connection).replace(/^ws/, 'http')}${path}`;
  const response = await requestVendor({ url, headers: headersOf(connection), vendor, signal });
  const { success, data } = schema.safeParse(await response.json().catch(() => null));
  if (!success) throw reportedFailure(vendor, 'sent a list that cannot be read', true);
  return data;
}
