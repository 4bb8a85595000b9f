import { ProviderError, type ProviderRole } from '@parley/conversation/provider';
import type { FailingVendor } from '../transport/vendor-failure.ts';
import type { VendorConnection } from '../vendor.ts';

/** A server that speaks OpenAI's protocol, and who fails when it does. */
export interface ServerConnection {
  /** With the version segment, without a slash at the end. */
  baseUrl: string;
  headers: Record<string, string>;
  vendor: FailingVendor;
  /** Why no request can be made; said by the first use. */
  fault: ProviderError | null;
}

/** What a header takes (RFC 9110, 5.5), without what no key has. */
const HEADER_VALUE = /^[\x21-\x7e]+$/;

/** @param provider as in `vendor/name` */
export function serverConnection(
  { baseUrl, apiKey }: VendorConnection,
  role: ProviderRole,
  provider: string,
  defaultUrl: string | null = null,
): ServerConnection {
  const url = baseUrl ?? defaultUrl;
  const isSendable = apiKey === null || HEADER_VALUE.test(apiKey);
  const fault = (message: string, advice: string) =>
    new ProviderError(role, provider, message, { retryable: false, advice });
  return {
    baseUrl: (url ?? '').replace(/\/+$/, ''),
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    vendor: { role, provider, apiKey },
    fault:
      url === null
        ? fault('the address of the server is missing', 'Give its base address: http://127.0.0.1:8000/v1.')
        : isSendable
          ? null
          : fault('the key has characters that no request can hold', 'Check the key.'),
  };
}

/** Throws the fault of a connection that has one. */
export function assertUsable({ fault }: ServerConnection): void {
  if (fault) throw fault;
}
