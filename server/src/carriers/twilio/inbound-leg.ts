import type { CallerIdentity } from '@parley/contract';
import type { InboundLeg } from '../carrier.ts';
import { TwilioLeg, type TwilioLegOptions } from './twilio-leg.ts';
import { connectStream, hangUp, reject } from './twiml.ts';

export interface InboundCall {
  callSid: string;
  /** E.164. */
  to: string;
  /** Null when withheld or not E.164. */
  from: string | null;
  /** What Twilio says of the caller; null: nothing. */
  identity: CallerIdentity | null;
  /** The carrier account whose number was called; null: the operator's. */
  carrierId: string | null;
  streamUrl: string;
}

/** A call to a number at Twilio, which waits for TwiML. */
export class TwilioInboundLeg extends TwilioLeg implements InboundLeg {
  readonly to: string;
  readonly from: string | null;
  readonly identity: CallerIdentity | null;
  readonly simulated = false;
  readonly trunkIds = null;
  readonly carrierId: string | null;
  readonly #streamUrl: string;
  readonly #twiml = Promise.withResolvers<string>();

  constructor(call: InboundCall, options: TwilioLegOptions) {
    super(options);
    this.to = call.to;
    this.from = call.from;
    this.identity = call.identity;
    this.carrierId = call.carrierId;
    this.#streamUrl = call.streamUrl;
    this.identify(call.callSid);
  }

  /** What Twilio is to do with the call. */
  get twiml(): Promise<string> {
    return this.#twiml.promise;
  }

  /** The caller hears ringing until there is TwiML. */
  ring(): void {}

  answer(): void {
    this.#twiml.resolve(this.isWanted ? connectStream(this.#streamUrl) : hangUp());
    this.awaitStream();
  }

  reject(sipCode: 404 | 480 | 486 | 503): void {
    this.#twiml.resolve(reject(sipCode === 486 || sipCode === 503 ? 'busy' : 'rejected'));
    this.end({ by: 'local', endReason: null, sipCode });
  }

  override hangUp(): Promise<void> {
    this.#twiml.resolve(hangUp());
    return super.hangUp();
  }
}
