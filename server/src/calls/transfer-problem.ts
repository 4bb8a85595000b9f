import type { EndReason } from '@parley/contract';
import type { TransferOutcome } from '../carriers/carrier.ts';

const failures: Partial<Record<EndReason, string>> = {
  busy: 'the line is busy.',
  no_answer: 'nobody answers there.',
  rejected: 'the call was declined there.',
  invalid_number: 'the number does not exist.',
};

/** Why the number was not reached, for the agent. */
export function unreached(endReason: EndReason, sipCode: number | null): string {
  const code = sipCode === null ? '' : ` (${sipCode})`;
  return failures[endReason] ?? `the network could not connect it${code}.`;
}

/** Why the network did not transfer the call, for the agent. */
export function untransferred(outcome: Exclude<TransferOutcome, { kind: 'transferred' | 'ended' }>): string {
  switch (outcome.kind) {
    case 'failed':
      return unreached(outcome.endReason, outcome.sipCode);
    case 'refused':
      return `calls cannot be transferred on this line${outcome.sipCode === null ? '' : ` (${outcome.sipCode})`}.`;
    case 'unknown':
      return 'the network does not tell whether anybody answered.';
  }
}
