import type { EndReason } from '@parley/contract';

/** https://www.twilio.com/docs/voice/api/call-resource#call-status-values */
const STATUSES = [
  ...(['queued', 'initiated', 'ringing', 'in-progress'] as const),
  ...(['completed', 'busy', 'failed', 'no-answer', 'canceled'] as const),
];
type CallStatus = (typeof STATUSES)[number];

/** What Twilio reports of a call while it goes on, and when it is over. */
export interface StatusReport {
  /** Which call it is. */
  callSid: string;
  status: CallStatus;
  /** The last SIP response of the network, where there was one. */
  sipCode: number | null;
}

/** Of the form that Twilio posts; null where it reports no status that is known. */
export function readStatusReport(form: URLSearchParams): StatusReport | null {
  const status = STATUSES.find((known) => known === form.get('CallStatus'));
  if (status === undefined) return null;
  const sipCode = Number(form.get('SipResponseCode'));
  return {
    callSid: form.get('CallSid') ?? '',
    status,
    sipCode: Number.isInteger(sipCode) && sipCode >= 100 && sipCode < 700 ? sipCode : null,
  };
}

const UNDER_WAY: readonly string[] = ['queued', 'initiated', 'ringing', 'in-progress'] satisfies CallStatus[];

/** The call is not over. */
export const isUnderWay = (status: string): boolean => UNDER_WAY.includes(status);

/** SIP responses that say that there is no such number (RFC 3261, sections 21.4.4, 21.4.24 and 21.6.3; 410, 21.4.10). */
const NO_SUCH_NUMBER: readonly number[] = [404, 410, 484, 604];
const REJECTED: readonly number[] = [403, 603, 607, 608];

/** Why a call ended that was not answered. */
export function unansweredReason(status: 'busy' | 'failed' | 'no-answer', sipCode: number | null): EndReason {
  if (status === 'busy') return 'busy';
  if (status === 'no-answer') return 'no_answer';
  if (sipCode !== null && NO_SUCH_NUMBER.includes(sipCode)) return 'invalid_number';
  return sipCode !== null && REJECTED.includes(sipCode) ? 'rejected' : 'carrier_error';
}
