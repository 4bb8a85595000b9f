import { endLostCall, placeCall } from '../media-stream/place-call.ts';
import { isUnderWay, type StatusReport } from './call-status.ts';
import type { NewCall } from './twilio-api.ts';
import { TwilioFault } from './twilio-fault.ts';
import { TwilioLeg, type TwilioLegOptions } from './twilio-leg.ts';

/** How far apart Twilio's clock and ours may be. */
const CLOCKS_APART_MS = 10_000;

/** A call that we place. */
export class TwilioOutboundLeg extends TwilioLeg {
  readonly #isKnown: TwilioLegOptions['isKnown'];
  /** Its request had no answer: it may ring all the same, and must not. */
  #isLost = false;

  constructor(options: TwilioLegOptions) {
    super(options);
    this.#isKnown = options.isKnown;
  }

  async place(call: NewCall): Promise<void> {
    const beganMs = Date.now();
    try {
      const callSid = await placeCall({ isWanted: () => this.isWanted, request: () => this.api.placeCall(call) });
      // That it is under way is what Twilio's reports say: without one they do not come here.
      this.identify(callSid);
    } catch (error) {
      const fault = TwilioFault.of(error);
      const hasNoAnswer = fault.status === null;
      // Its webhook has reported the call meanwhile, which goes on.
      if (hasNoAnswer && this.callId !== null) return;
      this.#isLost = hasNoAnswer;
      this.fail(fault.endReason, fault.message);
      if (hasNoAnswer) {
        await endLostCall(
          () => this.#findLost(call, beganMs),
          (callSid) => this.#end(callSid),
        );
      }
    }
  }

  override report(report: StatusReport): void {
    if (this.#isLost && isUnderWay(report.status)) void this.#end(report.callSid);
    super.report(report);
  }

  /** Of calls between the same numbers that began since, and that no leg is, one is the lost one. */
  async #findLost({ to, from }: NewCall, beganMs: number): Promise<string[]> {
    const calls = await this.api.openCalls({ to, from });
    return calls
      .filter(({ callSid, createdAt }) => createdAt.getTime() >= beganMs - CLOCKS_APART_MS && !this.#isKnown(callSid))
      .map(({ callSid }) => callSid);
  }

  /** What cannot be ended ends by itself when it is answered: no stream is expected for it. */
  async #end(callSid: string): Promise<void> {
    await this.api.endCall(callSid, 'completed').catch(() => {});
  }
}
