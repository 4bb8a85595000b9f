import type { Scheduler } from '../scheduler.ts';
import type { InviteServerTransaction } from '../transactions/invite-server.ts';
import { RateBudget } from './rate-budget.ts';
import { TokenBucket } from './token-bucket.ts';

/** How many new calls are taken up. */
export interface InviteLimits {
  readonly perSecond: number;
  readonly burst: number; // at once, after a pause
  readonly pending: number; // without a final response
}

/**
 * Refused calls whose ACK has not come. An ACK takes a round trip: this is more than a second of the heaviest load. A peer that
 * never acknowledges would leave each behind for 32 s (timer H). The oldest goes first: its response is only not repeated.
 */
const UNACKNOWLEDGED_LIMIT = 500;

/** Bounds what trusted peers can make us hold: calls that are neither answered nor refused, and refusals without an ACK. */
export class InviteAdmission {
  readonly #limits: InviteLimits;
  readonly #bucket: TokenBucket;
  readonly #refusals: RateBudget;
  readonly #invites = new Set<InviteServerTransaction>();

  constructor(scheduler: Scheduler, limits: InviteLimits) {
    this.#limits = limits;
    this.#bucket = new TokenBucket(scheduler, limits.perSecond, limits.burst);
    this.#refusals = new RateBudget(scheduler, { each: limits.perSecond, all: limits.perSecond });
  }

  /** Whether none can be taken up now. */
  get isExhausted(): boolean {
    return this.#bucket.isEmpty;
  }

  /**
   * What becomes of one more INVITE. As many as are taken up are refused for now; the others are as good as lost on the way, and
   * come again by themselves (RFC 3261 section 17.1.1.2).
   */
  judge(): 'accept' | 'overload' | 'drop' {
    if (this.#bucket.take() && this.#pending() < this.#limits.pending) return 'accept';
    return this.#refusals.take('') ? 'overload' : 'drop';
  }

  add(transaction: InviteServerTransaction): void {
    this.#invites.add(transaction);
  }

  close(): void {
    this.#bucket.close();
    this.#refusals.close();
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
