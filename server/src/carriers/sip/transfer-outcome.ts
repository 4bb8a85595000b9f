import type { TransferOutcome as SipTransferOutcome } from '@parley/sip';
import type { TransferOutcome } from '../carrier.ts';
import { endReasonOf } from './end-reason.ts';

/** What became of a REFER, in words that every carrier has. */
export function transferOutcome(outcome: SipTransferOutcome): TransferOutcome {
  switch (outcome.kind) {
    case 'transferred':
    case 'unknown':
      return { kind: outcome.kind };
    case 'failed':
      return { kind: 'failed', endReason: endReasonOf(outcome), sipCode: outcome.status };
    case 'expired':
      return { kind: 'failed', endReason: 'no_answer', sipCode: null };
    case 'refused':
      return { kind: 'refused', sipCode: outcome.status };
    case 'unanswered':
      return { kind: 'refused', sipCode: null };
    case 'call_ended':
      return { kind: 'ended', wasAccepted: outcome.wasAccepted };
  }
}
