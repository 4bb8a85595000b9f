import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const NONCE_BYTES = 12;

/** Tells, by a cookie, browsers that a name has signed in with before. Nothing is stored. */
export class KnownDevices {
  readonly #secret: Buffer;

  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  /** For the cookie of a browser that has just signed in. */
  cookieFor(email: string): string {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    return `${nonce}.${this.#signature(nonce, email)}`;
  }

  /** The id of the browser, when this user has signed in with it before; otherwise null. */
  deviceOf(cookie: string | undefined, email: string): string | null {
    const [, nonce, signature] = /^([\w-]{16})\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
    if (nonce === undefined || signature === undefined) return null;
    const expected = Buffer.from(this.#signature(nonce, email));
    return timingSafeEqual(expected, Buffer.from(signature)) ? nonce : null;
  }

  #signature(nonce: string, email: string): string {
    return createHmac('sha256', this.#secret).update(`${nonce} ${email.toLowerCase()}`).digest('base64url');
  }
}
