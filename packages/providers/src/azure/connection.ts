import { randomUUID } from 'node:crypto';
import type { ProviderRole } from '@parley/conversation/provider';
import { type FailingVendor, reportedFailure } from '../transport/vendor-failure.ts';
import type { VendorConnection } from '../vendor.ts';

export const ID = 'azure';

/** The portal shows the first form; the clients of the vendor make the others of the region. */
const REGIONAL =
  /^([a-z0-9]+)\.(?:api\.cognitive|stt\.speech|tts\.speech)\.(microsoft\.com|microsoft\.us|azure\.us|azure\.cn)$/;

/**
 * A region has a host for each service. A resource with a domain of its own has one for both, with the same paths
 * (https://learn.microsoft.com/azure/ai-services/speech-service/speech-services-private-link).
 */
export function baseUrlOf(service: 'stt' | 'tts', { baseUrl }: VendorConnection, vendor: FailingVendor): string {
  if (baseUrl === null) {
    const address = 'https://westeurope.api.cognitive.microsoft.com';
    throw reportedFailure(vendor, `has no address: it is in a region, as with ${address}`, false);
  }
  const { protocol, hostname } = new URL(baseUrl);
  const [, region, domain] = REGIONAL.exec(hostname) ?? [];
  if (region === undefined) return baseUrl;
  return `${protocol}//${region}.${service}.speech.${domain === 'microsoft.us' ? 'azure.us' : domain}`;
}

/** The host of a region has another path for them than a domain of one's own. */
export function voicesUrlOf(connection: VendorConnection, vendor: FailingVendor): string {
  const base = baseUrlOf('tts', connection, vendor);
  const prefix = base === connection.baseUrl && !REGIONAL.test(new URL(base).hostname) ? '/tts' : '';
  return `${base.replace(/^ws/, 'http')}${prefix}/cognitiveservices/voices/list`;
}

export const headersOf = ({ apiKey }: VendorConnection): Record<string, string> =>
  apiKey === null ? {} : { 'ocp-apim-subscription-key': apiKey };

/** Of a new socket. */
export const socketHeadersOf = (connection: VendorConnection): Record<string, string> => ({
  ...headersOf(connection),
  'x-connectionid': plainId(randomUUID()),
});

/** The vendor's identifiers have no dashes. */
export const plainId = (uuid: string): string => uuid.replaceAll('-', '');

export const vendorOf = (role: ProviderRole, { apiKey, name = ID }: VendorConnection): FailingVendor => ({
  role,
  provider: name,
  apiKey,
});

/** 1007: what was sent is refused, as with a voice that there is not. */
export const isRetryableClose = (code: number): boolean => code !== 1007;
