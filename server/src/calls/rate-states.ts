import type { Queryable } from '../db/index.ts';
import type { RateState } from '../kernel/request-error.ts';
import { Limits } from './limits.ts';

/** Up to this many permitted calls a minute counting costs next to nothing, and every response says the exact figure. */
const COUNTED = 1000;
const KEPT_MS = 1000;

/**
 * What is left of the calls a minute, for the headers of responses. The limit itself is rows that are locked; for large
 * plans, where counting them costs more than the call, the figure is read once a second and counted down in between.
 */
export class RateStates {
  readonly #db: Queryable;
  readonly #kept = new Map<string, { state: RateState; readMs: number }>();

  constructor(db: Queryable) {
    this.#db = db;
  }

  async of(accountId: string): Promise<RateState> {
    return this.#known(accountId) ?? (await this.#read(accountId));
  }

  /** After a call of the account was accepted. */
  async afterCall(accountId: string): Promise<RateState> {
    const known = this.#known(accountId);
    if (!known) return this.#read(accountId);
    known.remaining = Math.max(0, known.remaining - 1);
    return known;
  }

  #known(accountId: string): RateState | undefined {
    const kept = this.#kept.get(accountId);
    return kept && performance.now() - kept.readMs < KEPT_MS ? kept.state : undefined;
  }

  async #read(accountId: string): Promise<RateState> {
    const state = await new Limits(this.#db, accountId).rateState();
    if (state.limit > COUNTED) this.#kept.set(accountId, { state: { ...state }, readMs: performance.now() });
    else this.#kept.delete(accountId);
    return state;
  }
}
