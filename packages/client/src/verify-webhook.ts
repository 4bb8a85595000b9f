import type { WebhookEvent } from './resources.ts';

const DEFAULT_TOLERANCE_S = 300;

export type WebhookHeaders = { get(name: string): string | null } | Record<string, string | string[] | undefined>;

export type WebhookVerificationFailure =
  | 'missing_header'
  | 'invalid_secret'
  | 'timestamp_out_of_tolerance'
  | 'no_matching_signature'
  | 'invalid_payload';

/** What was received is not what Parley sent, or not now: answer 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: WebhookVerificationFailure;

  constructor(reason: WebhookVerificationFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface WebhookToVerify {
  /** The body exactly as it was received: parsed and written again, it has another signature. */
  payload: string | Uint8Array;
  headers: WebhookHeaders;
  /** `whsec_…`; several while a secret is changed over. */
  secret: string | readonly string[];
  /** How far the time of signing may be from now, before or after; 300 when left out. */
  toleranceS?: number;
  /** Unix time in seconds; the clock's when left out. */
  nowS?: number;
}

/**
 * The event that a webhook received, once its signature is verified (Standard Webhooks). Repeats of an event have the
 * same `id`.
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(received: WebhookToVerify): Promise<WebhookEvent> {
  const { headers, toleranceS = DEFAULT_TOLERANCE_S, nowS = Date.now() / 1000 } = received;
  const id = requiredHeader(headers, 'webhook-id');
  const timestamp = requiredHeader(headers, 'webhook-timestamp');
  const signatures = requiredHeader(headers, 'webhook-signature');
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(nowS - Number(timestamp)) > toleranceS) {
    throw new WebhookVerificationError('timestamp_out_of_tolerance', 'It was signed too long ago, or in the future.');
  }
  const body = typeof received.payload === 'string' ? new TextEncoder().encode(received.payload) : received.payload;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const secrets = typeof received.secret === 'string' ? [received.secret] : received.secret;
  for (const secret of secrets) {
    if (await isSigned(signed, signatures, secret)) return parsed(body);
  }
  throw new WebhookVerificationError('no_matching_signature', 'No signature was made with this secret and this body.');
}

function requiredHeader(headers: WebhookHeaders, name: string): string {
  const value = headerOf(headers, name);
  if (value) return value;
  throw new WebhookVerificationError('missing_header', `The header ${name} is missing.`);
}

function headerOf(headers: WebhookHeaders, name: string): string | null | undefined {
  if (typeof headers.get === 'function') return headers.get(name);
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return [entry?.[1]].flat()[0] as string | undefined;
}

function joined(prefix: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(prefix.length + body.length);
  bytes.set(prefix);
  bytes.set(body, prefix.length);
  return bytes;
}

/** Every `v1` signature is compared by Web Crypto, in constant time; versions that are not known are passed over. */
async function isSigned(signed: Uint8Array<ArrayBuffer>, signatures: string, secret: string): Promise<boolean> {
  const keyBytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (!keyBytes || keyBytes.length === 0) {
    throw new WebhookVerificationError('invalid_secret', 'The secret must be whsec_ and base64, as it was shown.');
  }
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', keyBytes, algorithm, false, ['verify']);
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : undefined;
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return true;
  }
  return false;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function parsed(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new WebhookVerificationError('invalid_payload', 'The body is signed, but not JSON.');
  }
}
