import { z } from 'zod';
import { reportedFailure } from '../transport/vendor-failure.ts';
import { requestVendor } from '../transport/vendor-request.ts';
import type { VendorConnection, VendorModel, VendorVoice } from '../vendor.ts';
import { DeepgramAccount } from './deepgram-account.ts';
import { FLUX_MODELS } from './listen/listen-model.ts';

/** https://developers.deepgram.com/reference/manage/models/list */
const schema = z.object({
  stt: z.array(z.object({ canonical_name: z.string(), streaming: z.boolean().default(true) })).default([]),
  tts: z
    .array(
      z.object({
        name: z.string(),
        canonical_name: z.string(),
        architecture: z.string().default(''),
        language: z.string().optional(),
        languages: z.array(z.string()).optional(),
      }),
    )
    .default([]),
});

type Models = z.infer<typeof schema>;

/** The voices of Aura, which are models. */
export async function listVoices(connection: VendorConnection, signal: AbortSignal): Promise<VendorVoice[]> {
  const { tts } = await models(connection, signal);
  const voices = tts.filter(({ canonical_name: id }) => id.startsWith('aura'));
  return unique(
    voices.map((voice) => ({ id: voice.canonical_name, name: capitalized(voice.name), languages: languagesOf(voice) })),
  );
}

/** Models for streams. Flux is not in the vendor's list. */
export async function listModels(connection: VendorConnection, signal: AbortSignal): Promise<VendorModel[]> {
  const { stt } = await models(connection, signal);
  const nova = stt.filter(({ streaming }) => streaming).map(({ canonical_name: id }) => id);
  return unique([...FLUX_MODELS, ...nova].map((id): VendorModel => ({ id, name: id, kind: 'transcriber' })));
}

async function models(connection: VendorConnection, signal: AbortSignal): Promise<Models> {
  const { vendor, headers, ...account } = accountOf(connection);
  const response = await requestVendor({ url: account.url, headers, vendor, signal });
  const { success, data } = schema.safeParse(await response.json().catch(() => null));
  if (!success) throw reportedFailure(vendor, 'sent a list of models that cannot be read', true);
  return data;
}

function accountOf(connection: VendorConnection): Pick<DeepgramAccount, 'vendor' | 'headers'> & { url: string } {
  const account = new DeepgramAccount(connection, 'tts');
  return { vendor: account.vendor, headers: account.headers, url: account.urlOf('/v1/models') };
}

/** The vendor lists a model once for each version of it. */
function unique<T extends { id: string }>(items: T[]): T[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

const languagesOf = ({ language, languages }: Models['tts'][number]): string[] =>
  languages ?? (language === undefined ? [] : [language]);

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
