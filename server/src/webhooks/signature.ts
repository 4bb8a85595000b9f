import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

export function generateSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

/** Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body`; one for each valid secret, space between. */
export function sign(secrets: string[], id: string, timestampS: number, body: string): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestampS}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
