import { type Agent, type Dispatcher, request } from 'undici';
import { refusePrivate } from '../kernel/address-guard.ts';

/** More than a model ever gets, so that variables are found in a long response. */
const MOST_RESPONSE_BYTES = 256 * 1024;
/** RFC 9110, section 9.2.2: what may be done twice. */
const IDEMPOTENT = ['GET', 'PUT', 'DELETE'];
const AWAY = [502, 503, 504];

export interface GuardedRequest {
  url: URL;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers: Record<string, string>;
  body: string | null;
  /** Of the whole, a second attempt included. */
  timeoutMs: number;
  signal: AbortSignal;
}

export interface GuardedResponse {
  status: number;
  contentType: string;
  body: Buffer;
}

/** The network as tools see it: public addresses, unless the configuration allows others; redirects are not followed. */
export interface GuardedNetwork {
  dispatcher: Agent;
  allowPrivate: boolean;
}

/** Sends a request, and once more where that does no harm. Rejects when there is no response in time. */
export async function sendGuarded(network: GuardedNetwork, wanted: GuardedRequest): Promise<GuardedResponse> {
  refusePrivate(wanted.url, network.allowPrivate);
  const signal = AbortSignal.any([wanted.signal, AbortSignal.timeout(wanted.timeoutMs)]);
  const isRepeatable = IDEMPOTENT.includes(wanted.method);
  try {
    const response = await sendOnce(network, wanted, signal);
    if (!isRepeatable || !AWAY.includes(response.status)) return response;
  } catch (error) {
    if (!isRepeatable || signal.aborted || isRefused(error)) throw error;
  }
  return sendOnce(network, wanted, signal);
}

const isRefused = (error: unknown) => error instanceof Error && error.name === 'BlockedAddressError';

async function sendOnce(
  { dispatcher }: GuardedNetwork,
  { url, method, headers, body, timeoutMs }: GuardedRequest,
  signal: AbortSignal,
): Promise<GuardedResponse> {
  const response = await request(url, {
    ...{ method, headers, body, dispatcher, signal },
    // The signal ends it; these would end it sooner.
    ...{ headersTimeout: timeoutMs + 1000, bodyTimeout: timeoutMs + 1000 },
  });
  const contentType = String(response.headers['content-type'] ?? '');
  return { status: response.statusCode, contentType, body: await beginningOf(response.body) };
}

/** Not read on beyond what is wanted: a response may have no end. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop destroys the body, and its connection.
    if (bytes > MOST_RESPONSE_BYTES) break;
  }
  return Buffer.concat(chunks);
}

/** Why there was no response, in words that a model may read: nothing of this host's inside. */
export function failureWords(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'The request failed.';
  if (error.name === 'TimeoutError') return `There was no response within ${Math.round(timeoutMs / 1000)} s.`;
  if (error.name === 'AbortError') return 'The request was called off.';
  if (isRefused(error) || isRefused(error.cause)) return 'The address is private, and not allowed.';
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return `The server could not be reached${code}.`;
}
