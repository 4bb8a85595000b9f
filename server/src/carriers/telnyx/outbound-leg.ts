import { endLostCall, placeCall } from '../media-stream/place-call.ts';
import type { NewCall } from './call-commands.ts';
import type { CallEvent } from './call-event.ts';
import { TelnyxFault } from './telnyx-fault.ts';
import { TelnyxLeg } from './telnyx-leg.ts';

/** A call that we place. */
export class TelnyxOutboundLeg extends TelnyxLeg {
  /** Its request had no answer: it may ring all the same, and must not. */
  #isLost = false;

  async place(call: NewCall): Promise<void> {
    try {
      const request = () => this.commands.dial(call);
      const callControlId = await placeCall({ isWanted: () => this.isWanted, request });
      // That it was taken is no sign of life: only what is reported of it shows that Telnyx reaches us.
      this.identify(callControlId);
    } catch (error) {
      const fault = TelnyxFault.of(error);
      const hasNoAnswer = fault.status === null;
      // Its webhook has reported the call meanwhile, which goes on.
      if (hasNoAnswer && this.callId !== null) return;
      this.#isLost = hasNoAnswer;
      this.fail(fault.endReason, fault.message);
      if (hasNoAnswer) {
        await endLostCall(
          () => this.commands.openCalls(call.key),
          (callControlId) => this.#end(callControlId),
        );
      }
    }
  }

  override report(event: CallEvent): void {
    const isUnderWay = event.event_type === 'call.initiated' || event.event_type === 'call.answered';
    if (this.#isLost && isUnderWay) void this.#end(event.payload.call_control_id);
    super.report(event);
  }

  async #end(callControlId: string): Promise<void> {
    await this.commands.hangUp(callControlId).catch(() => {});
  }
}
