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
  /** Default: over connections that all calls share. */
  fetch?: typeof globalThis.fetch;
}

/** The response when it is a success, its body unread. Rejects with a ProviderError, or with the signal's reason when that aborts. */
export async function requestVendor({
  url,
  method,
  headers = {},
  body,
  vendor,
  signal,
  fetch = keepAliveFetch,
}: VendorRequest): Promise<Response> {
  const encoded = body === undefined ? null : await encode(body);
  const response = await fetch(url, {
    method: method ?? (encoded ? 'POST' : 'GET'),
    headers: { ...headers, ...(encoded && { 'content-type': encoded.type }) },
    ...(encoded && { body: encoded.data }),
    signal,
  }).catch((cause) => {
    signal.throwIfAborted();
    throw networkFailure(vendor, cause);
  });
  if (response.ok) return response;
  const message = await response.text().catch(() => '');
  throw statusFailure(vendor, response.status, { message, retryAfter: response.headers.get('retry-after') });
}

/** The form of Node is none for the client of `keepAliveFetch`, which has a class of its own: it takes the bytes. */
async function encode(body: object | FormData): Promise<{ type: string; data: string | ArrayBuffer }> {
  if (!(body instanceof FormData)) return { type: 'application/json', data: JSON.stringify(body) };
  const form = new Response(body);
  return { type: form.headers.get('content-type')!, data: await form.arrayBuffer() };
}
