import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'vk_live_';

function base62(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = ALPHABET[rest % 62] + text;
  return text;
}

/** `vk_live_`, 32 random base62 characters, and their CRC-32 in 6 more, by which secret scanners know a real key. */
export function generateApiKey(): string {
  const random = Array.from({ length: 32 }, () => ALPHABET[randomInt(62)]).join('');
  return `${PREFIX}${random}${base62(crc32(random), 6)}`;
}

/** Keys have 190 bits of entropy, so a plain digest is enough; it is also the look-up key, which takes constant time. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key, 'utf8').digest();
}
