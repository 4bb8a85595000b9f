/** A Twilio account that calls go through. */
export interface TwilioAccount {
  /** Null: the operator's, for all accounts. */
  readonly carrierId: string | null;
  /** Whose it is; null: the operator's. */
  readonly accountId: string | null;
  /** The name of the route of its calls. */
  readonly route: string;
  /** In the addresses that its numbers ring. */
  readonly name: string;
  readonly accountSid: string;
  readonly authToken: string;
}
