import { z } from 'zod';
import { reportedFailure } from '../transport/vendor-failure.ts';
import { requestVendor } from '../transport/vendor-request.ts';
import type { VendorConnection, VendorModel, VendorVoice } from '../vendor.ts';
import { baseUrlOf, headersOf, vendorOf } from './connection.ts';

/** The most that the vendor sends at once. */
const PAGE = 100;
/** More voices than anyone reads through. */
const MAX_PAGES = 20;

/** https://docs.cartesia.ai/api-reference/voices/list */
const pageSchema = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string(), language: z.string().nullish() })),
  has_more: z.boolean().default(false),
});

/** The vendor lists its models in its documentation alone (https://docs.cartesia.ai/build-with-cartesia/tts-models). */
const MODELS: VendorModel[] = [
  { id: 'sonic-3', name: 'Sonic 3', kind: 'voice' },
  { id: 'sonic-3.5', name: 'Sonic 3.5', kind: 'voice' },
  { id: 'ink-2', name: 'Ink 2', kind: 'transcriber' },
];

export const listModels = async (): Promise<VendorModel[]> => MODELS;

export async function listVoices(connection: VendorConnection, signal: AbortSignal): Promise<VendorVoice[]> {
  const voices: VendorVoice[] = [];
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { data, has_more: hasMore } = await page(connection, voices.at(-1)?.id ?? null, signal);
    voices.push(...data.map(({ id, name, language }) => ({ id, name, languages: language ? [language] : [] })));
    if (!hasMore || data.length === 0) break;
  }
  return voices;
}

async function page(
  connection: VendorConnection,
  after: string | null,
  signal: AbortSignal,
): Promise<z.infer<typeof pageSchema>> {
  const vendor = vendorOf('tts', connection);
  const query = new URLSearchParams({ limit: String(PAGE), ...(after !== null && { starting_after: after }) });
  const url = `${baseUrlOf(connection).replace(/^ws/, 'http')}/voices?${query}`;
  const response = await requestVendor({ url, headers: headersOf(connection), vendor, signal });
  const { success, data } = pageSchema.safeParse(await response.json().catch(() => null));
  if (!success) throw reportedFailure(vendor, 'sent a list of voices that cannot be read', true);
  return data;
}
