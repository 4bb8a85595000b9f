import { generateKeyPairSync, sign } from 'node:crypto';

/** The key with which a Telnyx account's events are signed. */
export class SigningKey {
  readonly #pair = generateKeyPairSync('ed25519');

  /** As the portal shows it: 32 bytes in base64. */
  get publicKey(): string {
    const { x } = this.#pair.publicKey.export({ format: 'jwk' });
    return Buffer.from(x!, 'base64url').toString('base64');
  }

  /** Posts an event as Telnyx does. `agoS`: how long before this moment it was signed. */
  post(url: string, event: object, { agoS = 0 }: { agoS?: number } = {}): Promise<Response> {
    const body = JSON.stringify(event);
    const timestamp = String(Math.floor(Date.now() / 1000) - agoS);
    const signature = sign(null, Buffer.from(`${timestamp}|${body}`), this.#pair.privateKey).toString('base64');
    return fetch(url, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'user-agent': 'telnyx-webhooks' },
        ...{ 'telnyx-timestamp': timestamp, 'telnyx-signature-ed25519': signature },
      },
      body,
    });
  }
}
