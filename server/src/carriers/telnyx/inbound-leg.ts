import type { CallerIdentity } from '@parley/contract';
import type { InboundLeg } from '../carrier.ts';
import type { CallAddresses } from './call-commands.ts';
import type { CallEvent } from './call-event.ts';
import { TelnyxFault } from './telnyx-fault.ts';
import { TelnyxLeg, type TelnyxLegOptions } from './telnyx-leg.ts';

export interface InboundCall {
  callControlId: string;
  /** E.164. */
  to: string;
  /** Null when withheld or not E.164. */
  from: string | null;
  /** What Telnyx says of the caller; null: nothing. */
  identity: CallerIdentity | null;
  addresses: CallAddresses;
}

/** A call to a number at Telnyx, which waits for a command. */
export class TelnyxInboundLeg extends TelnyxLeg implements InboundLeg {
  readonly to: string;
  readonly from: string | null;
  readonly identity: CallerIdentity | null;
  readonly simulated = false;
  readonly trunkIds = null;
  readonly carrierId: string | null;
  readonly #callControlId: string;
  readonly #addresses: CallAddresses;
  #isAnswering = false;

  constructor({ callControlId, to, from, identity, addresses }: InboundCall, options: TelnyxLegOptions) {
    super(options);
    this.to = to;
    this.from = from;
    this.identity = identity;
    this.carrierId = options.account.carrierId;
    this.#callControlId = callControlId;
    this.#addresses = addresses;
    this.identify(callControlId);
  }

  /** The caller hears ringing until there is a command. */
  ring(): void {}

  answer(): void {
    if (!this.isWanted) return;
    this.#isAnswering = true;
    this.awaitStream();
    this.commands.answer(this.#callControlId, this.#addresses).catch((error) => {
      const fault = TelnyxFault.of(error);
      if (fault.isOver) this.canceled();
      else this.fail('carrier_error', fault.message);
    });
  }

  /** Telnyx reports a caller who gives up before the answer as one who hangs up. */
  override report(event: CallEvent): void {
    if (event.event_type === 'call.hangup' && !this.#isAnswering) this.canceled();
    super.report(event);
  }

  reject(sipCode: 404 | 480 | 486 | 503): void {
    const cause = sipCode === 486 || sipCode === 503 ? 'USER_BUSY' : 'CALL_REJECTED';
    // A call without a command ends by itself.
    this.commands.reject(this.#callControlId, cause).catch(() => {});
    this.end({ by: 'local', endReason: null, sipCode });
  }
}
