import { randomBytes } from 'node:crypto';
import { BRANCH_COOKIE } from './messages/via.ts';

/** Where unguessable names come from: RFC 3261 section 19.3 asks for 32 bits of randomness at least. */
export interface Identifiers {
  branch(): string;
  tag(): string;
  callId(): string;
}

export const randomIdentifiers: Identifiers = {
  branch: () => BRANCH_COOKIE + randomBytes(12).toString('hex'),
  tag: () => randomBytes(8).toString('hex'),
  callId: () => randomBytes(16).toString('hex'),
};
