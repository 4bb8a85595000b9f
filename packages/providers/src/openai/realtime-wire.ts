import { type FailingVendor, reportedFailure } from '../transport/vendor-failure.ts';

export interface RealtimeFault {
  type?: string;
  code?: string | null;
  message?: string;
}

/** Messages of kinds that come later are none of ours, and so is what is no message. */
export function parsedEvent<Event extends { type: string }>(text: string): Event | { type: '' } {
  try {
    return JSON.parse(text) as Event;
  } catch {
    return { type: '' };
  }
}

/** What is wrong with the settings stays wrong; in the middle of a call, a new session may do better. */
export function realtimeFailure(vendor: FailingVendor, fault: RealtimeFault, isConfigured: boolean) {
  const { type = '', code, message = 'failed without a word' } = fault;
  const isOurs = /invalid_request|authentication|permission|insufficient_quota/.test(`${type} ${code}`);
  const isQuota = code === 'insufficient_quota';
  return reportedFailure(vendor, message, !isQuota && (isConfigured || !isOurs));
}
