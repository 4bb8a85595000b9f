import { type ServerConnection, serverConnection } from '../openai-compatible/server-connection.ts';
import { versionedUrl } from '../transport/versioned-url.ts';
import type { VendorConnection } from '../vendor.ts';

const ANTHROPIC_URL = 'https://api.anthropic.com/v1';
/** https://platform.claude.com/docs/en/api/versioning */
const VERSION = '2023-06-01';

/** @param provider as in `vendor/model` */
export function anthropicConnection({ baseUrl, apiKey }: VendorConnection, provider: string): ServerConnection {
  const address = baseUrl === null ? ANTHROPIC_URL : versionedUrl(baseUrl, 'v1');
  return {
    ...serverConnection({ baseUrl: address, apiKey }, 'llm', provider),
    headers: { 'anthropic-version': VERSION, ...(apiKey !== null && { 'x-api-key': apiKey }) },
  };
}
