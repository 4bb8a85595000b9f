import { setTimeout as delay } from 'node:timers/promises';
import type { NewCall } from './twilio-api.ts';
import { TwilioFault } from './twilio-fault.ts';
import { TwilioLeg } from './twilio-leg.ts';

/** Twilio takes one call a second of a new account, and refuses more: the refused call has not rung, and the next second is free. */
const REPEAT_AFTER_MS = [1000, 2000, 4000];

/** A call that we place. */
export class TwilioOutboundLeg extends TwilioLeg {
  async place(call: NewCall): Promise<void> {
    try {
      this.identify(await this.#placed(call));
      this.report({ status: 'queued', sipCode: null });
    } catch (error) {
      const fault = TwilioFault.of(error);
      this.fail(fault.endReason, fault.message);
    }
  }

  /** Once, since what has no answer may have rung; what was refused for its rate is asked for again. */
  async #placed(call: NewCall): Promise<string | null> {
    for (const pauseMs of REPEAT_AFTER_MS) {
      if (!this.isWanted) return null;
      try {
        return await this.api.placeCall(call);
      } catch (error) {
        if (!TwilioFault.of(error).mayBeRepeated) throw error;
      }
      await delay(pauseMs);
    }
    return this.isWanted ? this.api.placeCall(call) : null;
  }
}
