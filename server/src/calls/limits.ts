import type { Queryable } from '../db/index.ts';
import { type RateState, RequestError } from '../kernel/request-error.ts';

/** Locked rows that together are the right to place one call; they are taken by `use` in the same transaction. */
export interface Permit {
  ringSlot: number;
  lineSlot: number;
}

/** Nobody knows when a line gets free; a call of the demo agents takes about this long. */
const LINE_RETRY_S = 5;
/**
 * Places in the minute that may be used again. statement_timestamp() stands still within a statement, so that an index
 * finds them; being earlier than the clock, it never lets one through too early.
 */
const RESTED = "used_at <= statement_timestamp() - interval '60 s'";

/** An account's limits inside one transaction. Rows are locked, never counted: a count is stale when it is used. */
export class Limits {
  readonly #tx: Queryable;
  readonly #accountId: string;

  constructor(tx: Queryable, accountId: string) {
    this.#tx = tx;
    this.#accountId = accountId;
  }

  /** An earlier call between the same agent and recipient that is not over. Equal requests wait for each other here. */
  async findDuplicate(agentId: string, recipientPhone: string): Promise<string | undefined> {
    await this.#tx.query('select pg_advisory_xact_lock(hashtextextended($1, 2))', [
      `${this.#accountId}/${agentId}/${recipientPhone}`,
    ]);
    const rows = await this.#tx.query<{ call_id: string }>({
      name: 'find-live-duplicate',
      text: `select call_id from calls where account_id = $1 and agent_id = $2 and recipient_phone = $3
               and direction = 'outbound' and state <> 'ended' and (batch_id is null or state <> 'queued') limit 1`,
      values: [this.#accountId, agentId, recipientPhone],
    });
    return rows[0]?.call_id;
  }

  /** 409 while there is such a call. */
  async refuseDuplicate(agentId: string, recipientPhone: string): Promise<void> {
    const callId = await this.findDuplicate(agentId, recipientPhone);
    if (callId === undefined) return;
    throw new RequestError(
      'conflict',
      `The call ${callId} of this agent to ${recipientPhone} is not over yet. Wait for its end, or hang it up.`,
    );
  }

  /** Locks a place in the minute and a free line, or tells which of them there is not. */
  async findPlace(): Promise<Permit | 'too_fast' | 'too_many'> {
    const place = await this.#tryPlace();
    // Places that others hold at this moment are theirs, or ours when they are refused: it is worth waiting to know.
    return place === 'too_fast' && (await this.#lockRested()) ? this.#tryPlace() : place;
  }

  /** Locks the oldest place that may be used again, behind whoever holds it now. False when there is none. */
  async #lockRested(): Promise<boolean> {
    const rows = await this.#tx.query({
      name: 'lock-rested',
      text: `select slot_no from rate_ring where account_id = $1 and ${RESTED} order by used_at limit 1 for update`,
      values: [this.#accountId],
    });
    return rows.length > 0;
  }

  async #tryPlace(): Promise<Permit | 'too_fast' | 'too_many'> {
    const rows = await this.#tx.query<{ ring_slot: number | null; line_slot: number | null }>({
      name: 'claim-place',
      text: `with ring as (
               select slot_no from rate_ring where account_id = $1 and ${RESTED}
               order by used_at limit 1 for update skip locked),
             line as (
               select slot_no from call_slots where account_id = $1 and call_id is null and not retired
                 and exists (select from ring)
               order by slot_no limit 1 for update skip locked)
             select (select slot_no from ring) as ring_slot, (select slot_no from line) as line_slot`,
      values: [this.#accountId],
    });
    const { ring_slot: ringSlot, line_slot: lineSlot } = rows[0]!;
    if (ringSlot === null) return 'too_fast';
    return lineSlot === null ? 'too_many' : { ringSlot, lineSlot };
  }

  /** The place and the line, or 429 with the seconds to wait. */
  async claimPlace(): Promise<Permit> {
    const place = await this.findPlace();
    if (place === 'too_fast') throw await this.#rateExceeded();
    if (place === 'too_many') throw await this.#linesExceeded();
    return place;
  }

  /** What the plan permits in a minute, and what is left of it now. */
  async rateState(): Promise<RateState> {
    const rows = await this.#tx.query<{ permitted: number; remaining: number; reset_s: number | null }>({
      name: 'rate-state',
      text: `select calls_per_minute as permitted,
               calls_per_minute - (select count(*) from rate_ring
                 where account_id = $1 and used_at > statement_timestamp() - interval '60 s') as remaining,
               (select ceil(extract(epoch from used_at + interval '60 s' - clock_timestamp()))::int from rate_ring
                 where account_id = $1 and used_at > statement_timestamp() - interval '60 s' order by used_at limit 1)
                 as reset_s
             from accounts where account_id = $1`,
      values: [this.#accountId],
    });
    const { permitted, remaining, reset_s: resetS } = rows[0]!;
    return { limit: permitted, remaining: Math.max(0, remaining), resetS: Math.max(0, resetS ?? 0) };
  }

  /** `lease`: for a call that its node takes up at once; without it the line waits for whoever does. */
  async use(permit: Permit, callId: string, lease?: { nodeId: string; seconds: number }): Promise<void> {
    await this.#tx.query({
      name: 'use-permit',
      text: `with ring as (
               update rate_ring set used_at = clock_timestamp() where account_id = $1 and slot_no = $2)
             update call_slots set call_id = $4, owner = $5,
               lease_until = clock_timestamp() + make_interval(secs => $6)
             where account_id = $1 and slot_no = $3`,
      values: [
        this.#accountId,
        permit.ringSlot,
        permit.lineSlot,
        callId,
        lease?.nodeId ?? null,
        lease?.seconds ?? null,
      ],
    });
  }

  async #rateExceeded(): Promise<RequestError> {
    const rate = await this.rateState();
    const retryAfterS = Math.max(1, rate.resetS);
    return new RequestError(
      'rate_limited',
      `The plan permits ${rate.limit} calls a minute. Try again in ${retryAfterS} s.`,
      { retryAfterS, rate: { ...rate, remaining: 0 } },
    );
  }

  async #linesExceeded(): Promise<RequestError> {
    const rows = await this.#tx.query<{ lines: string }>(
      'select count(*) as lines from call_slots where account_id = $1 and not retired',
      [this.#accountId],
    );
    const lines = Number(rows[0]?.lines ?? 0);
    const taken =
      lines === 1 ? '1 call at once, and there is one' : `${lines} calls at once, and all of them are taken`;
    return new RequestError('rate_limited', `The plan permits ${taken}. Try again when one has ended.`, {
      retryAfterS: LINE_RETRY_S,
      rate: await this.rateState(),
    });
  }
}
