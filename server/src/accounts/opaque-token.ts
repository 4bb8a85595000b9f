import { createHash, randomBytes } from 'node:crypto';

/** 256 bits cannot be guessed, so a plain digest is enough. */
const TOKEN_BYTES = 32;

/** For a cookie or an address; what is stored is its digest. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}
