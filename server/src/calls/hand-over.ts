import type { Leg } from '../carriers/carrier.ts';
import { within } from '../kernel/within.ts';
import type { TargetLeg } from './target-leg.ts';
import { unconnected } from './transfer-problem.ts';

/**
 * Whose dialog was replaced ends it (RFC 3891 section 3), before or after the NOTIFY that tells of it: what comes second is waited
 * for so long.
 */
const REPLACED_LIMIT_MS = 4000;

/** `done`: the two talk without us, or the target has left. `over`: the caller has. Else both talk on through us. */
export type HandOver = { kind: 'done' } | { kind: 'over' } | { kind: 'failed'; problem: string };

/** Hands the caller and the target, who talk with each other through us, over to the network. Neither of them is left alone meanwhile. */
export async function handOver(caller: Leg, target: TargetLeg): Promise<HandOver> {
  const requested = target.takeOver(caller);
  if (!requested) return { kind: 'failed', problem: 'calls of these two lines cannot be connected by the network.' };
  const isLeft = target.over.then(() => null);
  const outcome = await Promise.race([requested, isLeft]);
  switch (outcome?.kind) {
    case undefined:
      await within(REPLACED_LIMIT_MS, requested);
      return { kind: 'done' };
    case 'transferred':
      await within(REPLACED_LIMIT_MS, isLeft);
      return { kind: 'done' };
    case 'ended':
      return { kind: 'over' };
    case 'failed':
    case 'refused':
    case 'unknown':
      return { kind: 'failed', problem: unconnected(outcome) };
  }
}
