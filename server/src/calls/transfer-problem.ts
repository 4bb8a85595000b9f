import type { EndReason } from '@parley/contract';
import type { TransferOutcome } from '../carriers/carrier.ts';
import { RequestError } from '../kernel/request-error.ts';

const failures: Partial<Record<EndReason, string>> = {
  busy: 'the line is busy.',
  no_answer: 'the target does not answer.',
  rejected: 'the call was declined there.',
  invalid_number: 'the number does not exist.',
};

const statuses: Partial<Record<EndReason, number>> = { busy: 486, no_answer: 480, rejected: 603, invalid_number: 404 };

/** Of what a call that is bridged cannot have. */
export const AGENT_HAS_LEFT =
  'The agent has left the call: it can neither talk with another person first nor stay. Set mode to cold.';

/** The same as a SIP status. */
function unreachedStatus(endReason: EndReason, sipCode: number | null): number {
  return sipCode ?? statuses[endReason] ?? 503;
}

/** Why a transfer was not permitted, as a SIP status. */
export function refusedStatus(error: unknown): number {
  if (!(error instanceof RequestError)) return 500;
  if (error.code === 'unprocessable') return 403;
  return error.code === 'conflict' ? 491 : 503;
}

/** Why the number was not reached, for the agent. */
function unreached(endReason: EndReason, sipCode: number | null): string {
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
      return 'the network does not report whether the target answered.';
  }
}

/** Why the network did not connect two who talk through us, for the record of the call. */
export function unconnected(outcome: Exclude<TransferOutcome, { kind: 'transferred' | 'ended' }>): string {
  if (outcome.kind === 'refused') return untransferred(outcome);
  if (outcome.kind === 'unknown' || outcome.sipCode === null)
    return 'the network does not report whether it has connected them.';
  return `the network could not connect them (${outcome.sipCode}).`;
}

/** For the record of the call, of which it is not known how its transfer ended. */
export function unknownEnd(to: string): string {
  return `The line was hung up while it was transferred to ${to}: whether the target answered is not known.`;
}

/** For the record of the call, which goes on as it was. */
export function notHandedOver(to: string, problem: string): string {
  return `The call was transferred to ${to}, and the line did not take it over: ${problem} Parley stays between both.`;
}

/** The number was not reached: both. */
export function unreachable(endReason: EndReason, sipCode: number | null) {
  return {
    kind: 'failed',
    problem: unreached(endReason, sipCode),
    sipCode: unreachedStatus(endReason, sipCode),
  } as const;
}
