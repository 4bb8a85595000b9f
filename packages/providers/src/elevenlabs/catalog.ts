import { z } from 'zod';
import { reportedFailure } from '../transport/vendor-failure.ts';
import { requestVendor } from '../transport/vendor-request.ts';
import type { VendorConnection, VendorModel, VendorVoice } from '../vendor.ts';
import { baseUrlOf, headersOf, vendorOf } from './connection.ts';

/** https://elevenlabs.io/docs/api-reference/voices/get-all: all voices of the account, on one page. */
const voicesSchema = z.object({
  voices: z.array(
    z.object({
      voice_id: z.string(),
      name: z.string().nullish(),
      labels: z.record(z.string(), z.string().nullable()).nullish(),
      verified_languages: z.array(z.object({ language: z.string(), locale: z.string().nullish() })).nullish(),
    }),
  ),
});

/** https://elevenlabs.io/docs/api-reference/models/get-all */
const modelsSchema = z.array(
  z.object({ model_id: z.string(), name: z.string().nullish(), can_do_text_to_speech: z.boolean().default(false) }),
);

/** Not among the models of the interface, which are those of speech. */
const SCRIBE: VendorModel = { id: 'scribe_v2_realtime', name: 'Scribe v2 Realtime', kind: 'transcriber' };

export async function listVoices(connection: VendorConnection, signal: AbortSignal): Promise<VendorVoice[]> {
  const { voices } = await list(connection, { path: '/v1/voices', schema: voicesSchema, signal });
  return voices.map(({ voice_id: id, name, labels, verified_languages: verified }) => {
    const languages = (verified ?? []).map(({ language, locale }) => locale ?? language);
    const described = labels?.language ? [labels.language] : [];
    return { id, name: name ?? id, languages: [...new Set(languages.length > 0 ? languages : described)] };
  });
}

export async function listModels(connection: VendorConnection, signal: AbortSignal): Promise<VendorModel[]> {
  const models = await list(connection, { path: '/v1/models', schema: modelsSchema, signal });
  const spoken = models.filter((model) => model.can_do_text_to_speech && hasSocket(model.model_id));
  return [...spoken.map(({ model_id: id, name }): VendorModel => ({ id, name: name ?? id, kind: 'voice' })), SCRIBE];
}

/** Version 3 is not offered on sockets (https://elevenlabs.io/docs/developer-guides/websockets). */
const hasSocket = (model: string): boolean => !model.startsWith('eleven_v3');

interface Listing<T> {
  path: string;
  schema: z.ZodType<T>;
  signal: AbortSignal;
}

async function list<T>(connection: VendorConnection, { path, schema, signal }: Listing<T>): Promise<T> {
  const vendor = vendorOf('tts', connection);
  const url = `${baseUrlOf(connection).replace(/^ws/, 'http')}${path}`;
  const response = await requestVendor({ url, headers: headersOf(connection), vendor, signal });
  const { success, data } = schema.safeParse(await response.json().catch(() => null));
  if (!success) throw reportedFailure(vendor, `sent a list that cannot be read: ${path}`, true);
  return data;
}
