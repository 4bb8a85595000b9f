import type { Queryable } from '../db/index.ts';
import { type RateState, RequestError } from '../kernel/request-error.ts';

/** Locked rows that together are the right to place one call; they are taken by `use` in the same transaction. */
export interface Permit {
  rateSlot: number;
  callSlot: number;
}

/** When a slot gets free is unknown; a call of the demo agents takes about this long. */
const SLOT_RETRY_S = 5;
/**
 * Rate slots that may be used again. statement_timestamp() is constant within a statement, so that an index finds them;
 * being earlier than the clock, it never lets one through too early.
 */
const RESTED = "used_at <= statement_timestamp() - interval '60 s'";

const LOCKED_RATE_SLOT = `
  rate as (
    select slot_no from rate_slots where account_id = $1 and ${RESTED}
    order by used_at limit 1 for update skip locked)`;

/** A rate slot and a call slot of account $1, locked; the call slot only where there is a rate slot. */
export const LOCKED_SLOTS = `
  ${LOCKED_RATE_SLOT},
  slot as (
    select slot_no from call_slots where account_id = $1 and call_id is null and not retired
      and exists (select from rate)
    order by slot_no limit 1 for update skip locked)`;

/** An account's limits. Rows are locked, never counted: a count is stale when it is used. */
export class Limits {
  readonly #db: Queryable;
  readonly #accountId: string;

  constructor(db: Queryable, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  /** An earlier call between the same agent and recipient that is not over. */
  async findDuplicate(agentId: string, recipientPhone: string): Promise<string | undefined> {
    const rows = await this.#db.query<{ call_id: string }>({
      name: 'find-live-duplicate',
      text: `select call_id from calls where account_id = $1 and agent_id = $2 and recipient_phone = $3
               and direction = 'outbound' and state <> 'ended' and (batch_id is null or state <> 'queued') limit 1`,
      values: [this.#accountId, agentId, recipientPhone],
    });
    return rows[0]?.call_id;
  }

  /** Locks a rate slot and a call slot, or tells which of them there is not. In a transaction. */
  async findPermit(): Promise<Permit | 'too_fast' | 'too_many'> {
    const permit = await this.#tryPermit();
    return permit === 'too_fast' && (await this.untilRested()) ? this.#tryPermit() : permit;
  }

  /**
   * Rate slots that others hold at this moment are theirs, or free again when they are refused: it is worth waiting to
   * know. False when there is none that may be used.
   */
  async untilRested(): Promise<boolean> {
    const rows = await this.#db.query({
      name: 'lock-rested',
      text: `select slot_no from rate_slots where account_id = $1 and ${RESTED} order by used_at limit 1 for update`,
      values: [this.#accountId],
    });
    return rows.length > 0;
  }

  /** Takes a rate slot alone, for a call that others carry. False when there is none that may be used. In a transaction. */
  async takeRateSlot(): Promise<boolean> {
    return (await this.#tryRateSlot()) || ((await this.untilRested()) && (await this.#tryRateSlot()));
  }

  async #tryRateSlot(): Promise<boolean> {
    const rows = await this.#db.query({
      name: 'take-rate-slot',
      text: `with ${LOCKED_RATE_SLOT}
             update rate_slots set used_at = clock_timestamp() from rate
             where account_id = $1 and rate_slots.slot_no = rate.slot_no returning 1`,
      values: [this.#accountId],
    });
    return rows.length > 0;
  }

  async #tryPermit(): Promise<Permit | 'too_fast' | 'too_many'> {
    const rows = await this.#db.query<{ rate_slot: number | null; call_slot: number | null }>({
      name: 'claim-permit',
      text: `with ${LOCKED_SLOTS}
             select (select slot_no from rate) as rate_slot, (select slot_no from slot) as call_slot`,
      values: [this.#accountId],
    });
    const { rate_slot: rateSlot, call_slot: callSlot } = rows[0]!;
    if (rateSlot === null) return 'too_fast';
    return callSlot === null ? 'too_many' : { rateSlot, callSlot };
  }

  /** What the plan permits in a minute, and what is left of it now. */
  async rateState(): Promise<RateState> {
    const rows = await this.#db.query<{ permitted: number; remaining: number; reset_s: number | null }>({
      name: 'rate-state',
      text: `select calls_per_minute as permitted,
               calls_per_minute - (select count(*) from rate_slots
                 where account_id = $1 and used_at > statement_timestamp() - interval '60 s') as remaining,
               (select ceil(extract(epoch from used_at + interval '60 s' - clock_timestamp()))::int from rate_slots
                 where account_id = $1 and used_at > statement_timestamp() - interval '60 s' order by used_at limit 1)
                 as reset_s
             from accounts where account_id = $1`,
      values: [this.#accountId],
    });
    const { permitted, remaining, reset_s: resetS } = rows[0]!;
    return { limit: permitted, remaining: Math.max(0, remaining), resetS: Math.max(0, resetS ?? 0) };
  }

  /** Gives the locked slots to a call that its node takes up at once. */
  async use(permit: Permit, callId: string, lease: { nodeId: string; seconds: number }): Promise<void> {
    await this.#db.query({
      name: 'use-permit',
      text: `with used as (
               update rate_slots set used_at = clock_timestamp() where account_id = $1 and slot_no = $2)
             update call_slots set call_id = $4, owner = $5,
               lease_until = clock_timestamp() + make_interval(secs => $6)
             where account_id = $1 and slot_no = $3`,
      values: [this.#accountId, permit.rateSlot, permit.callSlot, callId, lease.nodeId, lease.seconds],
    });
  }

  /** 429, with the seconds after which a lone client succeeds. */
  async rateExceeded(): Promise<RequestError> {
    const rate = await this.rateState();
    const retryAfterS = Math.max(1, rate.resetS);
    return new RequestError(
      'rate_limited',
      `The plan permits ${rate.limit} calls a minute. Try again in ${retryAfterS} s.`,
      { retryAfterS, rate: { ...rate, remaining: 0 } },
    );
  }

  /** 429, with an estimate. */
  async slotsExceeded(): Promise<RequestError> {
    const rows = await this.#db.query<{ slots: string }>(
      'select count(*) as slots from call_slots where account_id = $1 and not retired',
      [this.#accountId],
    );
    const slots = Number(rows[0]?.slots ?? 0);
    const taken =
      slots === 1 ? '1 call at once, and there is one' : `${slots} calls at once, and all of them are taken`;
    return new RequestError('rate_limited', `The plan permits ${taken}. Try again when one has ended.`, {
      retryAfterS: SLOT_RETRY_S,
      rate: await this.rateState(),
    });
  }
}
