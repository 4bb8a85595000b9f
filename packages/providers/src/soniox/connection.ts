import type { ProviderRole } from '@parley/conversation/provider';
import { type FailingVendor, statusFailure } from '../transport/vendor-failure.ts';
import type { VendorConnection } from '../vendor.ts';

export const ID = 'soniox';
const BASE_URL = 'https://api.soniox.com';

/** A host for each, by region: `api.eu.soniox.com` (https://soniox.com/docs/stt/data-residency). */
type Service = 'api' | 'stt-rt' | 'tts-rt';
const HOST = /^(?:(?:api|stt-rt|tts-rt)\.)?((?:[\w-]+\.)?soniox\.com)$/;

/** Any host of a region stands for all of them; elsewhere, as with a proxy, one address has everything. */
export function baseUrlOf(service: Service, { baseUrl }: VendorConnection): string {
  const url = new URL(baseUrl ?? BASE_URL);
  const domain = HOST.exec(url.hostname)?.[1];
  return domain === undefined ? baseUrl! : `${url.protocol}//${service}.${domain}`;
}

/** The key in the first message is refused from January 2027 on (https://soniox.com/docs/guides/websocket-authentication). */
export const headersOf = ({ apiKey }: VendorConnection): Record<string, string> =>
  apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };

export const vendorOf = (role: ProviderRole, { apiKey, name = ID }: VendorConnection): FailingVendor => ({
  role,
  provider: name,
  apiKey,
});

/** An error as the vendor's sockets report it; its code is that of HTTP (https://soniox.com/docs/stt/rt/error-handling). */
export interface ErrorMessage {
  error_code?: number | string;
  error_message?: string;
}

/** Null: the message is none. */
export function failureOf(vendor: FailingVendor, { error_code: code, error_message: message }: ErrorMessage) {
  if (code === undefined && message === undefined) return null;
  return statusFailure(vendor, Number(code) || 500, { message: message ?? '' });
}
