import { createPublicKey, verify } from 'node:crypto';

/** How old an event may be, and how far ahead Telnyx's clock: what is repeated later is not its own. */
const MOST_SECONDS_APART = 300;

export interface SignedRequest {
  /** As it was sent. */
  body: Buffer;
  /** The header telnyx-signature-ed25519. */
  signature: string;
  /** The header telnyx-timestamp, in seconds. */
  timestamp: string;
}

/**
 * Whether Telnyx has signed this, not long before `nowS`: the timestamp, a bar and the body, by Ed25519.
 * https://developers.telnyx.com/docs/development/api-fundamentals/webhooks/receiving-webhooks
 */
export function isSigned({ body, signature, timestamp }: SignedRequest, publicKey: string, nowS: number): boolean {
  if (!/^[0-9]{1,12}$/.test(timestamp) || Math.abs(nowS - Number(timestamp)) > MOST_SECONDS_APART) return false;
  const x = Buffer.from(publicKey, 'base64').toString('base64url');
  try {
    const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
    return verify(null, Buffer.concat([Buffer.from(`${timestamp}|`), body]), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
