import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const PREFIX = 'whsec_';
/** Standard Webhooks: an older or newer message may be recorded or forged. */
const TOLERANCE_S = 5 * 60;

export function generateSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

/** Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body`; one for each valid secret, space between. */
export function sign(secrets: string[], id: string, timestampS: number, body: string): string {
  return secrets.map((secret) => `v1,${digest(secret, id, String(timestampS), body).toString('base64')}`).join(' ');
}

/** A message as it came, with what its headers say of it. */
export interface SignedMessage {
  id: string;
  timestamp: string;
  signature: string;
  body: string;
}

/** Whether one of the signatures is made with one of the secrets, a moment ago. */
export function verifies(secrets: string[], { id, timestamp, signature, body }: SignedMessage): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_S) return false;
  const given = signature.split(' ').flatMap((part) => (part.startsWith('v1,') ? [part.slice('v1,'.length)] : []));
  return secrets.some((secret) => {
    const expected = digest(secret, id, timestamp, body);
    return given.some((text) => isSame(expected, Buffer.from(text, 'base64')));
  });
}

function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

function digest(secret: string, id: string, timestamp: string, body: string): Buffer {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
}
