import { CARRIER_FAULT } from '../../calls/call-end.ts';
import type { CallFacts } from '../facts.ts';
import type { Finding } from '../finding.ts';

/** Of a call that was accepted for a way that was gone when its turn came: nothing was sent, and its warning says why. */
function notDialled({ end_reason: reason, legs, media, warnings }: CallFacts): Finding[] {
  const [why] = warnings;
  if (reason !== 'carrier_error' || legs.length > 0 || media !== null || why === undefined) return [];
  return [
    {
      code: 'not_connected',
      severity: 'error',
      what: `The call was not dialled. ${why}`,
      evidence: 'The call ended as carrier_error, and no request was sent.',
      remedy: 'Test the trunk or the carrier account: the test says what to do. Then place the call again.',
    },
  ];
}

/** What a carrier without a signalling of ours (Twilio, Telnyx) said of a call that it did not carry; nothing where a rule says more. */
export function carrierFault(facts: CallFacts, found: readonly Finding[]): Finding[] {
  const { end_reason: reason, warnings } = facts;
  const fault = warnings.find((warning) => warning.startsWith(CARRIER_FAULT));
  if (reason !== 'carrier_error' || found.some(({ severity }) => severity === 'error')) return [];
  if (!fault) return notDialled(facts);
  return [
    {
      code: 'carrier_fault',
      severity: 'error',
      what: /[.!?]$/.test(fault) ? fault : `${fault}.`,
      evidence:
        'The call ended as carrier_error. These are the words of the carrier, or what Parley knows of its silence.',
      remedy: 'Do what they say. The test of the carrier account, or of the trunk, says whether the way to it is well.',
    },
  ];
}
