import type { EndReason } from '@parley/contract';

/** What a final SIP response to our INVITE says of the person or the network (RFC 3261, section 21). */
const byStatus: Record<number, EndReason> = {
  400: 'carrier_error',
  403: 'rejected',
  404: 'invalid_number',
  408: 'no_answer',
  410: 'invalid_number',
  433: 'rejected',
  480: 'no_answer',
  484: 'invalid_number',
  486: 'busy',
  487: 'canceled',
  600: 'busy',
  603: 'rejected',
  604: 'invalid_number',
  607: 'rejected',
  608: 'rejected',
};

/** Q.850 causes that say more than the status they came with (RFC 3398, section 7.2.4.1). */
const byCause: Record<number, EndReason> = {
  1: 'invalid_number',
  17: 'busy',
  18: 'no_answer',
  19: 'no_answer',
  21: 'rejected',
  28: 'invalid_number',
};

export function endReasonOf(rejection: { status: number; q850?: number | undefined }): EndReason {
  const fromCause = rejection.q850 === undefined ? undefined : byCause[rejection.q850];
  return fromCause ?? byStatus[rejection.status] ?? 'carrier_error';
}
