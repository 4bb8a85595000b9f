import type { StreamDoor } from '../media-stream/calls-by-key.ts';
import type { SignedRequest } from './signature.ts';

/** Below the public address of this service. */
export const TELNYX_PATH = '/carriers/telnyx';

export type { SignedRequest };

/** Where Telnyx comes in. */
export interface TelnyxDoor extends StreamDoor {
  /** What Telnyx tells of a call of the account that this names. */
  take(account: string, request: SignedRequest): 'taken' | 'unknown' | 'forged';
}
