import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const VERSION = 1;
const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + KEY_ID_BYTES;

/** What was sealed cannot be opened: by another master key, for another purpose, or changed since. */
export class UnsealError extends Error {
  override readonly name = 'UnsealError';
}

/**
 * Seals secrets that must be readable again (passwords of trunks and providers, secrets of authenticator apps) before
 * they are stored, by AES-256-GCM with the master key of the installation.
 */
export class Sealing {
  readonly #key: Buffer;
  /** Tells master keys apart, and nothing about them. */
  readonly keyId: string;

  /** @param key 32 bytes. */
  constructor(key: Buffer) {
    if (key.length !== 32) throw new Error(`a master key has 32 bytes, not ${key.length}`);
    this.#key = key;
    this.keyId = createHash('sha256')
      .update('parley master key')
      .update(key)
      .digest('hex')
      .slice(0, 2 * KEY_ID_BYTES);
  }

  /** @param purpose what the secret belongs to, such as `totp usr_…`: it opens for the same purpose alone. */
  seal(secret: string, purpose: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(purpose));
    const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    const head = Buffer.concat([Buffer.from([VERSION]), Buffer.from(this.keyId, 'hex')]);
    return Buffer.concat([head, nonce, body, cipher.getAuthTag()]);
  }

  /** @throws UnsealError */
  open(sealed: Buffer, purpose: string): string {
    if (sealed.length < HEAD_BYTES + NONCE_BYTES + TAG_BYTES || sealed[0] !== VERSION) {
      throw new UnsealError('This is nothing that was sealed.');
    }
    const keyId = sealed.subarray(1, HEAD_BYTES).toString('hex');
    if (keyId !== this.keyId) {
      throw new UnsealError(
        `This was sealed with another master key (${keyId}, not ${this.keyId}). Set PARLEY_MASTER_KEY to the one it was sealed with.`,
      );
    }
    const bodyAt = HEAD_BYTES + NONCE_BYTES;
    const decipher = createDecipheriv(CIPHER, this.#key, sealed.subarray(HEAD_BYTES, bodyAt));
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(bodyAt, -TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch {
      throw new UnsealError('This was sealed for another purpose, or changed since.');
    }
  }
}
