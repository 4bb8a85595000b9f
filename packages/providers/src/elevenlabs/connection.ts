import type { ProviderRole } from '@parley/conversation/provider';
import type { FailingVendor } from '../transport/vendor-failure.ts';
import type { VendorConnection } from '../vendor.ts';

export const ID = 'elevenlabs';
const BASE_URL = 'https://api.elevenlabs.io';

export const baseUrlOf = ({ baseUrl }: VendorConnection): string => baseUrl ?? BASE_URL;

export const headersOf = ({ apiKey }: VendorConnection): Record<string, string> =>
  apiKey === null ? {} : { 'xi-api-key': apiKey };

export const vendorOf = (role: ProviderRole, { apiKey, name = ID }: VendorConnection): FailingVendor => ({
  role,
  provider: name,
  apiKey,
});
