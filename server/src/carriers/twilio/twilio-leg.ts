import type { LegToken } from '../carrier.ts';
import { StreamLeg } from '../media-stream/stream-leg.ts';
import { type StatusReport, unansweredReason } from './call-status.ts';
import { twilioDialect } from './stream-dialect.ts';
import type { TwilioAccount } from './twilio-account.ts';
import type { TwilioApi } from './twilio-api.ts';
import { TwilioFault } from './twilio-fault.ts';

export interface TwilioLegOptions {
  account: TwilioAccount;
  api: TwilioApi;
  /** Whether a leg of this process is this call. */
  isKnown(callSid: string): boolean;
  /** The leg is over: nothing that comes for it is news. */
  onOver(): void;
}

/** A call of Twilio's as a leg. */
export class TwilioLeg extends StreamLeg {
  readonly account: TwilioAccount;
  protected readonly api: TwilioApi;

  constructor({ account, api, onOver }: TwilioLegOptions) {
    super({
      ...{ carrier: 'Twilio', dialect: twilioDialect, onOver },
      isOurs: (accountSid) => accountSid === account.accountSid,
    });
    this.account = account;
    this.api = api;
  }

  /** Twilio reports, in any order and more than once. */
  report({ callSid, status, sipCode }: StatusReport): void {
    if (this.isOver) return;
    this.identify(callSid);
    switch (status) {
      case 'queued':
      case 'initiated':
        this.advance('trying');
        return;
      case 'ringing':
        this.advance('ringing');
        return;
      case 'in-progress':
        this.advance('answered');
        return;
      case 'busy':
      case 'no-answer':
      case 'failed': {
        const detail = `Twilio reports ${status}${sipCode === null ? '' : `, SIP ${sipCode}`}`;
        this.unanswered(unansweredReason(status, sipCode), sipCode, detail);
        return;
      }
      case 'canceled':
        this.canceled();
        return;
      case 'completed':
        this.completed();
        return;
    }
  }

  protected tokenOf(callSid: string | null): LegToken {
    return { carrier: this.account.route, dialog: { callSid } };
  }

  protected async endAtCarrier(callSid: string, wasAnswered: boolean): Promise<void> {
    try {
      const now = await this.api.endCall(callSid, wasAnswered ? 'completed' : 'canceled');
      // Answered at this moment: what is canceled goes on.
      if (now === 'in-progress') await this.api.endCall(callSid, 'completed');
    } catch (error) {
      if (!TwilioFault.of(error).isOver) throw error;
    }
  }
}
