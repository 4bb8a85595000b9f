/** A Twilio account that calls go through. */
export interface TwilioAccount {
  /** The name of the route of its calls. */
  readonly route: string;
  readonly accountSid: string;
  readonly authToken: string;
}
