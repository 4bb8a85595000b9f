import type { LegToken } from '../carrier.ts';
import { StreamLeg } from '../media-stream/stream-leg.ts';
import type { CallCommands } from './call-commands.ts';
import type { CallEvent } from './call-event.ts';
import { sipCodeOf, unansweredReason } from './hangup-reason.ts';
import { TelnyxDialect } from './stream-dialect.ts';
import type { TelnyxAccount } from './telnyx-account.ts';
import { TelnyxFault } from './telnyx-fault.ts';

/** A call may outlive its stream at Telnyx: unless its end is reported within this, it is hung up. */
const REPORT_AFTER_STREAM_MS = 2000;

export interface TelnyxLegOptions {
  account: TelnyxAccount;
  commands: CallCommands;
  /** The leg is over: nothing that comes for it is news. */
  onOver(): void;
}

/** A call of Telnyx's as a leg. */
export class TelnyxLeg extends StreamLeg {
  readonly account: TelnyxAccount;
  protected readonly commands: CallCommands;
  #isHungUp = false;

  constructor({ account, commands, onOver }: TelnyxLegOptions) {
    // The address of the stream is known to Telnyx alone, which names the account in no way that we know.
    super({ carrier: 'Telnyx', dialect: new TelnyxDialect(), isOurs: () => true, onOver });
    this.account = account;
    this.commands = commands;
  }

  /** Telnyx reports, in any order and more than once. */
  report(event: CallEvent): void {
    if (event.event_type === 'call.hangup') this.#isHungUp = true;
    if (this.isOver) return;
    this.identify(event.payload.call_control_id);
    switch (event.event_type) {
      case 'call.initiated':
        this.advance('trying');
        return;
      case 'call.answered':
        this.advance('answered');
        return;
      case 'streaming.failed':
        this.streamFailed(event.payload.failure_reason ?? 'no reason is given');
        return;
      case 'call.hangup':
        this.#onHangup(event.payload);
        return;
    }
  }

  protected tokenOf(callControlId: string | null): LegToken {
    return { carrier: this.account.route, dialog: { callControlId } };
  }

  protected async endAtCarrier(callControlId: string): Promise<void> {
    try {
      await this.commands.hangUp(callControlId);
    } catch (error) {
      if (!TelnyxFault.of(error).isOver) throw error;
    }
  }

  protected override streamStopped(): void {
    super.streamStopped();
    const unlessReported = () => {
      if (!this.#isHungUp && this.callId !== null) this.endAtCarrier(this.callId).catch(() => {});
    };
    setTimeout(unlessReported, REPORT_AFTER_STREAM_MS).unref();
  }

  #onHangup({
    hangup_cause: cause,
    sip_hangup_cause: sip,
  }: Extract<CallEvent, { event_type: 'call.hangup' }>['payload']) {
    const sipCode = sipCodeOf(sip);
    // We end it, or the caller has before we answered.
    if (!this.isWanted || (!this.wasAnswered && cause === 'originator_cancel')) this.canceled();
    else if (this.wasAnswered || cause === 'normal_clearing') this.completed();
    else {
      const detail = `Telnyx reports ${cause ?? 'no cause'}${sipCode === null ? '' : `, SIP ${sipCode}`}`;
      this.unanswered(unansweredReason(cause ?? '', sipCode), sipCode, detail);
    }
  }
}
