import type { ProviderRole } from '@parley/conversation/provider';
import { type FailingVendor, statusFailure } from '../transport/vendor-failure.ts';
import type { VendorConnection } from '../vendor.ts';

export const ID = 'cartesia';
const BASE_URL = 'https://api.cartesia.ai';
/** https://docs.cartesia.ai/use-the-api/api-conventions: the version that these messages are of. */
const VERSION = '2026-08-14';

export const baseUrlOf = ({ baseUrl }: VendorConnection): string => baseUrl ?? BASE_URL;

export const headersOf = ({ apiKey }: VendorConnection): Record<string, string> => ({
  'cartesia-version': VERSION,
  ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
});

export const vendorOf = (role: ProviderRole, { apiKey, name = ID }: VendorConnection): FailingVendor => ({
  role,
  provider: name,
  apiKey,
});

/** An error as the vendor's sockets report it. */
export interface ErrorMessage {
  status_code?: number;
  title?: string;
  message?: string;
}

export function reportedError(vendor: FailingVendor, { status_code: status, title, message }: ErrorMessage): Error {
  const texts = [title, message].filter((text) => text !== undefined && text !== '');
  return statusFailure(vendor, status ?? 500, { message: texts.join(': ') });
}
