import type { WebSocket } from 'ws';

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
export interface TwilioDoor {
  /** A call to a number of the account that this names: what Twilio is to do with it. */
  answer(account: string, request: TwilioRequest): Promise<'unknown' | 'forged' | { twiml: string }>;
  /** How a call goes. */
  report(call: string, request: TwilioRequest): Promise<'taken' | 'unknown' | 'forged'>;
  /** Whether sound is expected for the call. The name is the permission: only Twilio knows it. */
  expects(call: string): boolean;
  /** The sound of the call comes and goes over this. */
  attach(call: string, socket: WebSocket): void;
}
