import type { Queryable } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';

/** Locked rows that together are the right to place one call; they are taken by `use` in the same transaction. */
export interface Permit {
  ringSlot: number;
  lineSlot: number;
}

/** Nobody knows when a line gets free; a call of the demo agents takes about this long. */
const LINE_RETRY_S = 5;

/** An account's limits inside one transaction. Rows are locked, never counted: a count is stale when it is used. */
export class Limits {
  readonly #tx: Queryable;
  readonly #accountId: string;

  constructor(tx: Queryable, accountId: string) {
    this.#tx = tx;
    this.#accountId = accountId;
  }

  /** 409 while an earlier call between the same agent and recipient is not over. Equal requests wait for each other. */
  async refuseDuplicate(agentId: string, recipientPhone: string): Promise<void> {
    await this.#tx.query('select pg_advisory_xact_lock(hashtextextended($1, 2))', [
      `${this.#accountId}/${agentId}/${recipientPhone}`,
    ]);
    const rows = await this.#tx.query<{ call_id: string }>({
      name: 'find-live-duplicate',
      text: `select call_id from calls where account_id = $1 and agent_id = $2 and recipient_phone = $3
               and direction = 'outbound' and state <> 'ended' and (batch_id is null or state <> 'queued') limit 1`,
      values: [this.#accountId, agentId, recipientPhone],
    });
    if (!rows[0]) return;
    throw new RequestError(
      'conflict',
      `The call ${rows[0].call_id} of this agent to ${recipientPhone} is not over yet.`,
    );
  }

  /** Locks a place in the minute and a free line, or answers 429 with the seconds to wait. */
  async claimPlace(): Promise<Permit> {
    const ring = await this.#tx.query<{ slot_no: number }>({
      name: 'claim-ring',
      text: `select slot_no from rate_ring where account_id = $1 and used_at <= clock_timestamp() - interval '60 s'
             order by used_at limit 1 for update skip locked`,
      values: [this.#accountId],
    });
    if (!ring[0]) throw await this.#rateExceeded();
    const line = await this.#tx.query<{ slot_no: number }>({
      name: 'claim-line',
      text: `select slot_no from call_slots where account_id = $1 and call_id is null and not retired
             order by slot_no limit 1 for update skip locked`,
      values: [this.#accountId],
    });
    if (!line[0]) throw await this.#linesExceeded();
    return { ringSlot: ring[0].slot_no, lineSlot: line[0].slot_no };
  }

  async use(permit: Permit, callId: string): Promise<void> {
    await this.#tx.query({
      name: 'use-permit',
      text: `with ring as (
               update rate_ring set used_at = clock_timestamp() where account_id = $1 and slot_no = $2)
             update call_slots set call_id = $4, owner = null, lease_until = null where account_id = $1 and slot_no = $3`,
      values: [this.#accountId, permit.ringSlot, permit.lineSlot, callId],
    });
  }

  async #rateExceeded(): Promise<RequestError> {
    const rows = await this.#tx.query<{ wait_s: number; permitted: string }>(
      `select greatest(1, ceil(extract(epoch from min(used_at) filter (where isfinite(used_at)) + interval '60 s' - clock_timestamp())))::int as wait_s,
              count(*) as permitted
       from rate_ring where account_id = $1`,
      [this.#accountId],
    );
    const { wait_s: retryAfterS = 60, permitted = 0 } = rows[0] ?? {};
    return new RequestError(
      'rate_limited',
      `The plan permits ${permitted} calls a minute. Try again in ${retryAfterS} s.`,
      { retryAfterS },
    );
  }

  async #linesExceeded(): Promise<RequestError> {
    const rows = await this.#tx.query<{ lines: string }>(
      'select count(*) as lines from call_slots where account_id = $1 and not retired',
      [this.#accountId],
    );
    return new RequestError(
      'rate_limited',
      `The plan permits ${rows[0]?.lines ?? 0} calls at once, and all of them are taken. Try again when one has ended.`,
      { retryAfterS: LINE_RETRY_S },
    );
  }
}
