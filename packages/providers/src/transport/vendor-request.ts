import { keepAliveFetch } from './keep-alive-fetch.ts';
import { type FailingVendor, networkFailure, statusFailure } from './vendor-failure.ts';

export interface VendorRequest {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: object | FormData;
  vendor: FailingVendor;
  signal: AbortSignal;
}

/** The response when it is a success, its body unread. Rejects with a ProviderError, or with the signal's reason when that aborts. */
export async function requestVendor({
  url,
  method,
  headers = {},
  body,
  vendor,
  signal,
}: VendorRequest): Promise<Response> {
  const isJson = body !== undefined && !(body instanceof FormData);
  const response = await keepAliveFetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...headers, ...(isJson && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: (isJson ? JSON.stringify(body) : body) as string | FormData }),
    signal,
  }).catch((cause) => {
    signal.throwIfAborted();
    throw networkFailure(vendor, cause);
  });
  if (response.ok) return response;
  const message = await response.text().catch(() => '');
  throw statusFailure(vendor, response.status, { message, retryAfter: response.headers.get('retry-after') });
}
