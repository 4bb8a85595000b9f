import { z } from 'zod';
import { reportedFailure } from '../transport/vendor-failure.ts';
import { requestVendor } from '../transport/vendor-request.ts';
import type { VendorConnection, VendorModel, VendorVoice } from '../vendor.ts';
import { headersOf, vendorOf, voicesUrlOf } from './connection.ts';

/** What recognizes where no model of the resource's own is named. */
export const BASE_MODEL = 'base';

/** https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech#get-a-list-of-voices */
const voicesSchema = z.array(
  z.object({
    ShortName: z.string(),
    DisplayName: z.string().nullish(),
    Locale: z.string(),
    LocaleName: z.string().nullish(),
    SecondaryLocaleList: z.array(z.string()).nullish(),
    Status: z.string().nullish(),
  }),
);

/** Any other name is that of a deployment of the resource's own (`cid`), which only its portal lists. */
export const listModels = async (): Promise<VendorModel[]> => [
  { id: BASE_MODEL, name: 'Base model of the language', kind: 'transcriber' },
];

export async function listVoices(connection: VendorConnection, signal: AbortSignal): Promise<VendorVoice[]> {
  const vendor = vendorOf('tts', connection);
  const response = await requestVendor({
    url: voicesUrlOf(connection, vendor),
    headers: headersOf(connection),
    vendor,
    signal,
  });
  const { success, data } = voicesSchema.safeParse(await response.json().catch(() => null));
  if (!success) throw reportedFailure(vendor, 'sent a list of voices that cannot be read', true);
  return data
    .filter(({ Status: status }) => status !== 'Deprecated')
    .map((voice) => ({
      id: voice.ShortName,
      name: `${voice.DisplayName ?? voice.ShortName} (${voice.LocaleName ?? voice.Locale})`,
      languages: [voice.Locale, ...(voice.SecondaryLocaleList ?? [])],
    }));
}
