import { CARRIER_FAULT } from '../../calls/call-end.ts';
import type { CallFacts } from '../facts.ts';
import type { Finding } from '../finding.ts';

/** What a carrier without a signalling of ours (Twilio, Telnyx) said of a call that it did not carry; nothing where a rule says more. */
export function carrierFault({ end_reason: reason, warnings }: CallFacts, found: readonly Finding[]): Finding[] {
  const fault = warnings.find((warning) => warning.startsWith(CARRIER_FAULT));
  if (reason !== 'carrier_error' || !fault || found.some(({ severity }) => severity === 'error')) return [];
  return [
    {
      code: 'carrier_fault',
      severity: 'error',
      what: fault,
      evidence:
        'The call ended as carrier_error. These are the words of the carrier, or what Parley knows of its silence.',
      remedy: 'Do what they say. The test of the carrier account, or of the trunk, says whether the way to it is well.',
    },
  ];
}
