import type { EndReason } from '@parley/contract';
import { endReasonOf } from '../sip/end-reason.ts';

/** https://developers.telnyx.com/api-reference/callbacks/call-hangup */
const byCause: Record<string, EndReason> = {
  user_busy: 'busy',
  timeout: 'no_answer',
  no_answer: 'no_answer',
  call_rejected: 'rejected',
  not_found: 'invalid_number',
};

/** The SIP response that ended it; null where there was none. */
export function sipCodeOf(sipHangupCause: string | null | undefined): number | null {
  return /^[1-6][0-9]{2}$/.test(sipHangupCause ?? '') ? Number(sipHangupCause) : null;
}

/** Why a call ended that was not answered. */
export function unansweredReason(cause: string, sipCode: number | null): EndReason {
  return byCause[cause] ?? (sipCode === null ? 'carrier_error' : endReasonOf({ status: sipCode }));
}
