import { setTimeout as delay } from 'node:timers/promises';
import { progressOf, type StatusReport } from './call-status.ts';
import type { NewCall } from './twilio-api.ts';
import { TwilioFault } from './twilio-fault.ts';
import { TwilioLeg, type TwilioLegOptions } from './twilio-leg.ts';

/** Twilio takes one call a second of a new account, and refuses more: the refused call has not rung, and the next second is free. */
const REPEAT_AFTER_MS = [1000, 2000, 4000];

/** When a call is looked for whose request had no answer: Twilio may still be about to place it. */
const LOOK_AFTER_MS = [0, 2000, 8000];

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
      const callSid = await this.#placed(call);
      if (callSid === null) this.identify(null);
      else this.report({ callSid, status: 'queued', sipCode: null });
    } catch (error) {
      const fault = TwilioFault.of(error);
      const hasNoAnswer = fault.status === null;
      // It has told of the call meanwhile, which goes on.
      if (hasNoAnswer && this.isIdentified) return;
      this.#isLost = hasNoAnswer;
      this.fail(fault.endReason, fault.message);
      if (hasNoAnswer) await this.#endLost(call, beganMs);
    }
  }

  override report(report: StatusReport): void {
    if (this.#isLost && report.status in progressOf) void this.#end(report.callSid);
    super.report(report);
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

  /** Of calls between the same numbers that began since, and that no leg is, one is the lost one. */
  async #endLost({ to, from }: NewCall, beganMs: number): Promise<void> {
    for (const pauseMs of LOOK_AFTER_MS) {
      await delay(pauseMs, undefined, { ref: false });
      const calls = await this.api.openCalls({ to, from }).catch(() => []);
      const lost = calls.filter(
        ({ callSid, createdAt }) => createdAt.getTime() >= beganMs - CLOCKS_APART_MS && !this.#isKnown(callSid),
      );
      await Promise.all(lost.map(({ callSid }) => this.#end(callSid)));
      if (lost.length > 0) return;
    }
  }

  /** What cannot be ended ends by itself when it is answered: no stream is expected for it. */
  async #end(callSid: string): Promise<void> {
    await this.api.endCall(callSid, 'completed').catch(() => {});
  }
}
