import { type ServerConnection, serverConnection } from '../openai-compatible/server-connection.ts';
import { versionedUrl } from '../transport/versioned-url.ts';
import type { VendorConnection } from '../vendor.ts';

/** https://ai.google.dev/api */
const GOOGLE_URL = 'https://generativelanguage.googleapis.com/v1beta';

/** @param provider as in `vendor/model` */
export function googleConnection({ baseUrl, apiKey }: VendorConnection, provider: string): ServerConnection {
  const address = baseUrl === null ? GOOGLE_URL : versionedUrl(baseUrl, 'v1beta');
  return {
    ...serverConnection({ baseUrl: address, apiKey }, 'llm', provider),
    headers: apiKey === null ? {} : { 'x-goog-api-key': apiKey },
  };
}
