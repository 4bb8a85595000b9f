import type { EndReason } from '@parley/contract';
import type { CarrierRouting } from '../carriers/carrier.ts';
import { suppressedBy } from '../compliance/suppressions.ts';
import type { Transaction } from '../db/index.ts';
import { publish, wantedEvents } from '../webhooks/publish.ts';
import { accountsWithDueBatches, type BatchClaim, claimFromBatches } from './batch-dispatch.ts';
import type { CallDependencies } from './call-dependencies.ts';
import { hintEvents } from './call-events.ts';
import { announce, LIVE_CALL_COLUMNS, type LiveCall } from './call-record.ts';
import { CallWays } from './call-ways.ts';
import { finishCallIn } from './finish-call.ts';
import { LEASE_S } from './leases.ts';
import type { LiveCalls } from './live-calls.ts';
import { readCall } from './read-calls.ts';
import { CallRun } from './run-call.ts';

/** A queued call that no node has taken up for so long is not dialled any more: the moment has passed. */
const TOO_LATE_S = 60;
/** NOTIFY wakes the dispatcher; this is for notifications that were lost, and for what only time brings. */
const POLL_MS = 500;
const CLAIM_AT_MOST = 20;
const UNIQUE_VIOLATION = '23505';

/**
 * Why the dispatcher looks: a call was accepted; a slot got free or a batch was accepted, so that batches may go on; or
 * so much time has passed that everything is looked at.
 */
export type DispatchHint = 'call' | 'slot' | 'batch' | 'poll';

/** Takes calls out of the queue, each exactly once: `dialing` is committed before the INVITE leaves. */
export class Dispatcher {
  readonly #dependencies: CallDependencies;
  readonly #routing: CarrierRouting;
  readonly #live: LiveCalls;
  readonly #nodeId: string;
  readonly #poll: NodeJS.Timeout;
  readonly #hints = new Set<DispatchHint>();
  /** At the last look some batch waited for a slot: a free one is news to it. */
  #batchesWait = true;
  #working: Promise<void> | null = null;
  #closed = false;

  constructor(options: { dependencies: CallDependencies; routing: CarrierRouting; live: LiveCalls; nodeId: string }) {
    this.#dependencies = options.dependencies;
    this.#routing = options.routing;
    this.#live = options.live;
    this.#nodeId = options.nodeId;
    this.#poll = setInterval(() => this.kick('poll'), POLL_MS);
  }

  /** There may be something to dial. Cheap, and never two at a time. */
  kick(hint: DispatchHint): void {
    if (this.#closed || (hint === 'slot' && !this.#batchesWait)) return;
    this.#hints.add(hint);
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
    });
  }

  /** Idempotent. Takes nothing more; what it took lives on in the live calls. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#poll);
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#hints.size > 0 && !this.#closed) {
      const hints = new Set(this.#hints);
      this.#hints.clear();
      try {
        await this.#lookFor(hints);
      } catch (error) {
        this.#dependencies.log.error({ err: error }, 'the dispatcher could not read the queue; it tries again');
      }
    }
  }

  async #lookFor(hints: ReadonlySet<DispatchHint>): Promise<void> {
    const polls = hints.has('poll');
    if (polls) await this.#adoptUnconfirmed();
    // What this node cannot carry it leaves to another one, or to a better moment.
    if (!this.#dependencies.media.isReady) {
      if (polls) await this.#endLate();
      return;
    }
    // Mostly there is none, and to see that takes a tenth of what its transactions take.
    const isQueued = polls && (await this.#isQueued());
    if (isQueued || hints.has('call')) await this.#claimAll();
    if (polls || hints.has('slot') || hints.has('batch')) await this.#claimFromBatches();
    if (isQueued) await this.#endLate();
  }

  /** Some call should have been taken up by now, here or on another node. */
  async #isQueued(): Promise<boolean> {
    const rows = await this.#dependencies.db.query<{ is_queued: boolean }>({
      name: 'is-queued',
      text: `select exists (select 1 from calls where state = 'queued' and batch_id is null
               and due_at <= statement_timestamp()) as is_queued`,
    });
    return rows[0]!.is_queued;
  }

  async #claimAll(): Promise<void> {
    const { db } = this.#dependencies;
    for (let claimed = CLAIM_AT_MOST; claimed === CLAIM_AT_MOST && !this.#closed; ) {
      const calls = await db.transaction((tx) => this.#claim(tx));
      claimed = calls.length;
      await this.#routing.prepare(routesOf(calls));
      for (const call of calls) this.#dial(call);
    }
  }

  /**
   * Claims whose confirmation was lost with the connection: they are ours, and were never dialled, since a call is live
   * from its claim to its end. The lease tells that no other node has taken them for lost meanwhile.
   */
  async #adoptUnconfirmed(): Promise<void> {
    const calls = await this.#dependencies.db.query<ClaimedCall>({
      name: 'adopt-unconfirmed',
      text: `with renewed as (
               update call_slots set lease_until = clock_timestamp() + make_interval(secs => $3)
               from calls where calls.call_id = call_slots.call_id and calls.owner = $1 and call_slots.owner = $1
                 and calls.state = 'dialing' and calls.call_id <> all($2)
               returning call_slots.call_id)
             select ${LIVE_CALL_COLUMNS}, ${suppressedBy('calls.account_id', 'calls.recipient_phone')} as is_suppressed
             from calls join renewed using (call_id)`,
      values: [this.#nodeId, this.#live.knownIds, LEASE_S],
    });
    await this.#routing.prepare(routesOf(calls));
    for (const call of calls) this.#dial(call);
  }

  /** The rows are locked before they are ended: one that another node is taking up at this moment is not late. */
  async #endLate(): Promise<void> {
    const { db, finish } = this.#dependencies;
    await db.transaction(async (tx) => {
      const late = await tx.query<{ call_id: string }>({
        name: 'find-late',
        text: `select call_id from calls where state = 'queued' and batch_id is null
                 and due_at < now() - make_interval(secs => $1) limit 100 for update skip locked`,
        values: [TOO_LATE_S],
      });
      for (const { call_id: callId } of late) {
        const ending = { endReason: 'dispatch_lost', endedBy: 'system', sipCode: null, media: null } as const;
        await finishCallIn(tx, finish, callId, ending);
      }
    });
  }

  /** One call for each account in turn, so that a large batch of one keeps no other waiting. */
  async #claimFromBatches(): Promise<void> {
    const { db } = this.#dependencies;
    let accounts = await accountsWithDueBatches(db);
    this.#batchesWait = accounts.length > 0;
    while (accounts.length > 0 && !this.#closed) {
      const further: string[] = [];
      for (const accountId of accounts) {
        const claim = await this.#claimFromBatchesOf(accountId);
        if (claim.outcome === 'dial') {
          await this.#routing.prepare(routesOf([claim.call]));
          this.#dial({ ...claim.call, is_suppressed: false });
        }
        if (claim.outcome !== 'wait') further.push(accountId);
      }
      accounts = further;
    }
  }

  async #claimFromBatchesOf(accountId: string): Promise<BatchClaim> {
    const { db, finish } = this.#dependencies;
    try {
      return await db.transaction(async (tx) => {
        const claimed = await claimFromBatches(tx, finish, accountId, this.#nodeId);
        if (claimed.outcome === 'dial') await this.#tellDispatched(tx, claimed.call, true);
        return claimed;
      });
    } catch (error) {
      // A call to the same recipient was accepted at this moment: the next look finds it, and ends the recipient's.
      if ((error as { code?: string }).code === UNIQUE_VIOLATION) return { outcome: 'again' };
      throw error;
    }
  }

  async #claim(tx: Transaction): Promise<ClaimedCall[]> {
    const calls = await tx.query<ClaimedCall & { wanted: string[] }>({
      name: 'claim-queued',
      text: `with claimed as (
               update calls set state = 'dialing', owner = $1
               where call_id in (
                 select call_id from calls where state = 'queued' and batch_id is null
                   and due_at <= statement_timestamp() and due_at >= statement_timestamp() - make_interval(secs => $2)
                 order by due_at, call_id limit $3 for update skip locked)
               returning ${LIVE_CALL_COLUMNS}),
             leased as (
               update call_slots set owner = $1, lease_until = clock_timestamp() + make_interval(secs => $4)
               from claimed where call_slots.call_id = claimed.call_id),
             noted as (
               insert into call_events (account_id, call_id, from_state, to_state, event)
               select account_id, call_id, 'queued', 'dialing', 'dispatched' from claimed)
             select *, ${wantedEvents('claimed.account_id')} as wanted,
               ${suppressedBy('claimed.account_id', 'claimed.recipient_phone')} as is_suppressed
             from claimed`,
      values: [this.#nodeId, TOO_LATE_S, CLAIM_AT_MOST, LEASE_S],
    });
    for (const call of calls) await this.#tellDispatched(tx, call, call.wanted.includes('call.initiated'));
    return calls;
  }

  /** `mayBeWanted`: some webhook may want to hear of it. */
  async #tellDispatched(tx: Transaction, call: LiveCall, mayBeWanted: boolean): Promise<void> {
    const { finish, links } = this.#dependencies;
    announce(tx, call.call_id, { type: 'state', state: 'dialing' });
    hintEvents(tx, call.account_id);
    if (!mayBeWanted) return;
    const data = () => readCall(tx, links, call.account_id, call.call_id);
    await publish(tx, finish.jobs, { accountId: call.account_id, type: 'call.initiated', data });
  }

  /** By the stored routes and no others. */
  #dial(call: ClaimedCall): void {
    const run = new CallRun(this.#dependencies, call);
    const refusal = this.#refusalOf(call);
    const over = refusal === null ? run.dial(new CallWays(this.#dependencies, call)) : run.abandon(refusal);
    this.#live.add(run, over);
  }

  /** What has come between the acceptance of a call and this moment, which may be long after when the database was away. */
  #refusalOf(call: ClaimedCall): EndReason | null {
    if (call.is_suppressed) return 'blocked';
    if (call.hangup_requested_at !== null) return 'canceled';
    const waitedMs = this.#dependencies.clock.at(performance.now()).getTime() - call.due_at.getTime();
    return call.batch_id === null && waitedMs > TOO_LATE_S * 1000 ? 'dispatch_lost' : null;
  }
}

function routesOf(calls: readonly LiveCall[]): string[] {
  return calls.flatMap(({ route }) => route ?? []);
}

interface ClaimedCall extends LiveCall {
  is_suppressed: boolean;
}
