import type { ProviderRole } from '@parley/conversation/provider';
import type { FailingVendor } from '../transport/vendor-failure.ts';
import type { VendorConnection } from '../vendor.ts';

export const ID = 'sherpa-onnx';

export const vendorOf = (role: ProviderRole, { apiKey, name = ID }: VendorConnection): FailingVendor => ({
  role,
  provider: name,
  apiKey,
});

export const headersOf = ({ apiKey }: VendorConnection): Record<string, string> =>
  apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };

/** It has no address of its own: an engine runs beside the service, or there is none. */
export const baseUrlOf = ({ baseUrl }: VendorConnection): string => baseUrl ?? '';
