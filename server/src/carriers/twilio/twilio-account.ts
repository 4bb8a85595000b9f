import type { ConnectedAccount } from '../account-table.ts';

export interface TwilioCredentials {
  readonly accountSid: string;
  readonly authToken: string;
}

/** A Twilio account that calls go through. */
export type TwilioAccount = ConnectedAccount & TwilioCredentials;
