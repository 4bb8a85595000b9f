import type { Carrier, CarrierRouting } from '../carriers/carrier.ts';
import type { Transaction } from '../db/index.ts';
import { publish } from '../webhooks/publish.ts';
import { accountsWithDueBatches, claimFromBatches } from './batch-dispatch.ts';
import { announce, LIVE_CALL_COLUMNS, type LiveCall } from './call-record.ts';
import { finishCallIn } from './finish-call.ts';
import { LEASE_S } from './leases.ts';
import type { LiveCalls } from './live-calls.ts';
import { readCall } from './read-calls.ts';
import { CallRun, type CallSurroundings } from './run-call.ts';

/** A queued call that nobody has taken up for so long is not rung any more: the moment has passed. */
const TOO_LATE_S = 60;
/** NOTIFY wakes the dispatcher; this is for notifications that were lost with a connection. */
const POLL_MS = 500;
const CLAIM_AT_MOST = 20;

/** Takes calls out of the queue, each exactly once: `dialing` is committed before the INVITE leaves. */
export class Dispatcher {
  readonly #surroundings: CallSurroundings;
  readonly #routing: CarrierRouting;
  readonly #live: LiveCalls;
  readonly #nodeId: string;
  readonly #poll: NodeJS.Timeout;
  #claiming: Promise<void> | null = null;
  #again = false;
  #closed = false;

  constructor(options: { surroundings: CallSurroundings; routing: CarrierRouting; live: LiveCalls; nodeId: string }) {
    this.#surroundings = options.surroundings;
    this.#routing = options.routing;
    this.#live = options.live;
    this.#nodeId = options.nodeId;
    this.#poll = setInterval(() => this.kick(), POLL_MS);
  }

  /** There may be something to dial. Cheap, and never two at a time. */
  kick(): void {
    if (this.#closed) return;
    if (this.#claiming) {
      this.#again = true;
      return;
    }
    this.#claiming = this.#claimAll().finally(() => {
      this.#claiming = null;
      if (this.#again) this.kick();
    });
  }

  /** Idempotent. Takes nothing more; what it took lives on in the live calls. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#poll);
    await this.#claiming;
  }

  async #claimAll(): Promise<void> {
    this.#again = false;
    const { db, log } = this.#surroundings;
    try {
      for (let claimed = CLAIM_AT_MOST; claimed === CLAIM_AT_MOST && !this.#closed; ) {
        const calls = await db.transaction((tx) => this.#claim(tx));
        claimed = calls.length;
        for (const call of calls) this.#dial(call, this.#routing.carrierFor(call.recipient_phone));
      }
      await this.#claimFromBatches();
      await this.#endLate();
    } catch (error) {
      log.error({ err: error }, 'the dispatcher could not read the queue; it tries again');
    }
  }

  /** The rows are locked before they are ended: one that another node is taking up at this moment is not late. */
  async #endLate(): Promise<void> {
    const { db, jobs } = this.#surroundings;
    await db.transaction(async (tx) => {
      const late = await tx.query<{ call_id: string }>({
        name: 'find-late',
        text: `select call_id from calls where state = 'queued' and batch_id is null
                 and due_at < now() - make_interval(secs => $1) limit 100 for update skip locked`,
        values: [TOO_LATE_S],
      });
      for (const { call_id: callId } of late) {
        const ending = { endReason: 'dispatch_lost', endedBy: 'system', sipCode: null, media: null } as const;
        await finishCallIn(tx, jobs, callId, ending);
      }
    });
  }

  /** One call for each account in turn, so that a large batch of one keeps nobody else waiting. */
  async #claimFromBatches(): Promise<void> {
    const { db, jobs } = this.#surroundings;
    let accounts = await accountsWithDueBatches(db);
    while (accounts.length > 0 && !this.#closed) {
      const further: string[] = [];
      for (const accountId of accounts) {
        const claim = await db.transaction(async (tx) => {
          const claimed = await claimFromBatches(tx, jobs, accountId, this.#nodeId);
          if (claimed.outcome === 'dial') await this.#tellDispatched(tx, claimed.call);
          return claimed;
        });
        if (claim.outcome === 'dial') this.#dial(claim.call, this.#routing.carrierFor(claim.call.recipient_phone));
        if (claim.outcome !== 'wait') further.push(accountId);
      }
      accounts = further;
    }
  }

  async #claim(tx: Transaction): Promise<LiveCall[]> {
    const calls = await tx.query<LiveCall>({
      name: 'claim-queued',
      text: `with claimed as (
               update calls set state = 'dialing', owner = $1
               where call_id in (
                 select call_id from calls where state = 'queued' and batch_id is null and due_at <= now()
                   and due_at >= now() - make_interval(secs => $2)
                 order by due_at, call_id limit $3 for update skip locked)
               returning ${LIVE_CALL_COLUMNS}),
             leased as (
               update call_slots set owner = $1, lease_until = clock_timestamp() + make_interval(secs => $4)
               from claimed where call_slots.call_id = claimed.call_id),
             noted as (
               insert into call_events (call_id, from_state, to_state, event)
               select call_id, 'queued', 'dialing', 'dispatched' from claimed)
             select * from claimed`,
      values: [this.#nodeId, TOO_LATE_S, CLAIM_AT_MOST, LEASE_S],
    });
    for (const call of calls) await this.#tellDispatched(tx, call);
    return calls;
  }

  async #tellDispatched(tx: Transaction, call: LiveCall): Promise<void> {
    const { jobs, links } = this.#surroundings;
    await announce(tx, call.call_id, { type: 'state', state: 'dialing' });
    const data = () => readCall(tx, links, call.account_id, call.call_id);
    await publish(tx, jobs, { accountId: call.account_id, type: 'call.initiated', data });
  }

  #dial(call: LiveCall, carrier: Carrier): void {
    const run = new CallRun(this.#surroundings, call);
    const request = { to: call.recipient_phone, from: call.from_number ?? '' };
    this.#live.add(
      run,
      run.dial((media) => carrier.dial({ ...request, media })),
    );
  }
}
