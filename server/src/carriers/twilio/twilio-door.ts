import type { StreamDoor } from '../media-stream/calls-by-key.ts';

/** Below the public address of this service. */
export const TWILIO_PATH = '/carriers/twilio';

/** A request of Twilio's to this service. */
export interface TwilioRequest {
  /** With the query, as it was sent. */
  path: string;
  form: URLSearchParams;
  /** The header X-Twilio-Signature. */
  signature: string;
}

/** Where Twilio comes in. */
export interface TwilioDoor extends StreamDoor {
  /** A call to a number of the account that this names: what Twilio is to do with it. */
  answer(account: string, request: TwilioRequest): Promise<'unknown' | 'forged' | { twiml: string }>;
  /** How a call goes. */
  report(call: string, request: TwilioRequest): Promise<'taken' | 'unknown' | 'forged'>;
}
