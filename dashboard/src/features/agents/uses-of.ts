import type { AgentImpact } from '@parley/contract';
import { formatPhone } from '../../format/phone.ts';

/** What keeps an agent from being deleted, and what to do about each. */
export function usesOf({ numbers, batches, live_calls: calls }: AgentImpact): string[] {
  return [
    ...numbers.map((phone) => `The number ${formatPhone(phone)} uses this agent. Assign another agent to the number.`),
    ...batches.map(({ batch_id, waiting }) =>
      waiting > 0
        ? `The batch ${batch_id} has ${waiting} calls to make. Cancel it, or wait until it ends.`
        : `The batch ${batch_id} is not finished. Wait until it ends.`,
    ),
    ...(calls > 0 ? [`${calls} of its calls ${calls === 1 ? 'is' : 'are'} under way. Wait for the end.`] : []),
  ];
}
