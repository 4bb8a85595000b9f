/** A Twilio account that calls go through. */
export interface TwilioAccount {
  /** The name of the route of its calls. */
  readonly route: string;
  /** In the addresses that its numbers ring. */
  readonly name: string;
  readonly accountSid: string;
  readonly authToken: string;
}
