import { randomFillSync } from 'node:crypto';
import { BRANCH_COOKIE } from './messages/via.ts';

/** Where unguessable names come from: RFC 3261 section 19.3 asks for 32 bits of randomness at least. */
export interface Identifiers {
  branch(): string;
  tag(): string;
  callId(): string;
}

/** Random bytes are made for many names at a time: each question costs as much as a message. */
const pool = Buffer.alloc(4096);
let used = pool.length;

function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}

export const randomIdentifiers: Identifiers = {
  branch: () => BRANCH_COOKIE + randomHex(12),
  tag: () => randomHex(8),
  callId: () => randomHex(16),
};
