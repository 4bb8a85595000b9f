import type { Scheduler } from '../scheduler.ts';
import type { InviteServerTransaction } from '../transactions/invite-server.ts';
import { RateBudget } from './rate-budget.ts';

/** How many new calls are taken up. */
export interface InviteLimits {
  readonly perSecond: number;
  readonly pending: number; // without a final response
}

/**
 * Refused calls whose ACK has not come. An ACK takes a round trip, so that this is some seconds of the heaviest load; a peer that never
 * acknowledges would leave each behind for 32 s (timer H). The oldest goes first: its response was sent, and is only not repeated.
 */
const UNACKNOWLEDGED_LIMIT = 500;

/** Bounds what trusted peers can make us hold: calls that are neither answered nor refused, and refusals without an ACK. */
export class InviteAdmission {
  readonly #limits: InviteLimits;
  readonly #budget: RateBudget;
  readonly #invites = new Set<InviteServerTransaction>();

  constructor(scheduler: Scheduler, limits: InviteLimits) {
    this.#limits = limits;
    this.#budget = new RateBudget(scheduler, { each: limits.perSecond, all: limits.perSecond });
  }

  /** Whether one more may be taken up now. */
  admits(): boolean {
    return this.#budget.take('') && this.#pending() < this.#limits.pending;
  }

  add(transaction: InviteServerTransaction): void {
    this.#invites.add(transaction);
  }

  close(): void {
    this.#budget.close();
  }

  #pending(): number {
    let pending = 0;
    const unacknowledged: InviteServerTransaction[] = [];
    for (const transaction of this.#invites) {
      if (transaction.state === 'proceeding') pending += 1;
      else if (transaction.state === 'completed') unacknowledged.push(transaction);
      else this.#invites.delete(transaction);
    }
    const excess = Math.max(0, unacknowledged.length - UNACKNOWLEDGED_LIMIT + 1);
    for (const transaction of unacknowledged.slice(0, excess)) transaction.terminate();
    return pending;
  }
}
