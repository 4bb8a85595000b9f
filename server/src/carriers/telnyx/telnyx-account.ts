import type { ConnectedAccount } from '../account-table.ts';

export interface TelnyxCredentials {
  /** The Voice API application that calls go through. */
  readonly connectionId: string;
  readonly apiKey: string;
  /** With which Telnyx signs what it reports: an Ed25519 key of 32 bytes, in base64. */
  readonly publicKey: string;
}

/** A Telnyx account that calls go through. */
export type TelnyxAccount = ConnectedAccount & TelnyxCredentials;
