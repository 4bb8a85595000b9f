import type { CarrierRouting, LegToken } from '../carriers/carrier.ts';
import type { Database } from '../db/index.ts';
import type { Logger } from '../kernel/logger.ts';
import { within } from '../kernel/within.ts';
import { findRecording } from '../media/recording-file.ts';
import type { DatabaseClock } from './database-clock.ts';
import { finishCall } from './finish-call.ts';
import type { FinishDependencies } from './finish-dependencies.ts';
import type { LiveCalls } from './live-calls.ts';
import { ReapingPause } from './reaping-pause.ts';

/** A node that has not renewed for so long is taken for dead, and its calls for lost. */
export const LEASE_S = 20;
/** Also how late at most a hang-up is read whose notification was lost. */
const RENEW_MS = 2000;
const CLOSE_MS = 2000;
/** A recordings disk that hangs keeps no call open. */
const LOOK_FOR_RECORDING_MS = 2000;

interface LostCall {
  call_id: string;
  dialog: LegToken | null;
  /** Of its further legs. */
  leg_dialogs: LegToken[];
}

const LOST_CALL = `call_id, dialog, (
  select coalesce(json_agg(dialog), '[]') from call_legs
  where call_legs.call_id = calls.call_id and dialog is not null) as leg_dialogs`;

/**
 * Keeps this node's right to its calls, and ends the calls of nodes that died. The outcome of a lost call that was not
 * answered is unknown: it ends, and is not dialled again. An answered one gets its BYE from the node that finds it.
 */
export class Leases {
  readonly #options: LeasesOptions;
  readonly #pause: ReapingPause;
  readonly #timer: NodeJS.Timeout;
  #renewing: Promise<void> | null = null;
  #reaping: Promise<void> | null = null;

  constructor(options: LeasesOptions) {
    this.#options = options;
    const renewMs = options.renewMs ?? RENEW_MS;
    this.#pause = new ReapingPause(renewMs, (LEASE_S * 1000) / 2);
    // A server that is frozen answers the renewals of all this time at once: one at a time is enough.
    this.#timer = setInterval(() => {
      this.#renewing ??= this.#renew()
        .then(() => this.#reapMeanwhile())
        .catch((error: unknown) =>
          options.log.error({ err: error }, 'leases could not be renewed; they are tried again'),
        )
        .finally(() => {
          this.#renewing = null;
        });
    }, renewMs);
  }

  /** Ends what an earlier process of this node left open. Call it before the first call is taken. */
  async recover(): Promise<number> {
    const { db, nodeId } = this.#options;
    const lost = await db.query<LostCall>(
      `select ${LOST_CALL} from calls where owner = $1 and state not in ('queued', 'ended')`,
      [nodeId],
    );
    await this.#endAll(lost);
    return lost.length;
  }

  /** Idempotent. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    // A database that is away is not waited for: another node, or the next start, finds what is expired.
    await within(CLOSE_MS, Promise.all([this.#renewing, this.#reaping]));
  }

  /** Never in the way of renewals, however long it takes to end a lost call. */
  #reapMeanwhile(): void {
    if (!this.#pause.mayReap(performance.now())) return;
    this.#reaping ??= this.#reap()
      .catch((error: unknown) =>
        this.#options.log.error({ err: error }, 'lost calls could not be ended; they are tried again'),
      )
      .finally(() => {
        this.#reaping = null;
      });
  }

  /** One statement: leases, the database's time, and what was asked of our calls meanwhile. */
  async #renew(): Promise<void> {
    const { renewals, live, nodeId, clock } = this.#options;
    const { callIds } = live;
    const sentMs = performance.now();
    const rows = await renewals.query<{ now: Date; renewed: string[]; hangups: string[] }>({
      name: 'renew-leases',
      text: `with renewed as (
               update call_slots set lease_until = clock_timestamp() + make_interval(secs => $2)
               where owner = $1 and call_id = any($3) returning call_id)
             select clock_timestamp() as now, array(select call_id from renewed) as renewed,
               array(select call_id from calls where call_id = any($3) and hangup_requested_at is not null) as hangups`,
      values: [nodeId, LEASE_S, callIds],
    });
    const receivedMs = performance.now();
    const { now, renewed, hangups } = rows[0]!;
    clock.note(now, sentMs, receivedMs);
    this.#pause.noteRenewed(receivedMs);
    for (const callId of hangups) live.hangUp(callId);
    const kept = new Set(renewed);
    for (const callId of callIds) if (!kept.has(callId)) live.release(callId);
  }

  /** The claim moves the lease on, so that one node alone ends each lost call. */
  async #reap(): Promise<void> {
    const { renewals, nodeId } = this.#options;
    const lost = await renewals.query<LostCall>({
      name: 'reap-leases',
      text: `with expired as (
               select account_id, slot_no from call_slots where call_id is not null and lease_until < clock_timestamp()
               limit 50 for update skip locked),
             claimed as (
               update call_slots s set owner = $1, lease_until = clock_timestamp() + make_interval(secs => $2)
               from expired e where s.account_id = e.account_id and s.slot_no = e.slot_no returning s.call_id)
             select ${LOST_CALL} from calls where call_id in (select call_id from claimed)`,
      values: [nodeId, LEASE_S],
    });
    await this.#endAll(lost);
  }

  /** One that cannot be ended keeps no other open. */
  async #endAll(lost: LostCall[]): Promise<void> {
    const { log } = this.#options;
    const ended = await Promise.allSettled(lost.map((call) => this.#endLost(call)));
    for (const [index, result] of ended.entries()) {
      if (result.status === 'fulfilled') continue;
      log.error({ err: result.reason, call_id: lost[index]!.call_id }, 'a lost call could not be ended');
    }
  }

  async #endLost(call: LostCall): Promise<void> {
    const { db, finish } = this.#options;
    for (const dialog of [call.dialog ?? [], call.leg_dialogs].flat()) this.#hangUp(call.call_id, dialog);
    await finishCall(db, finish, call.call_id, {
      endReason: 'interrupted_by_restart',
      endedBy: 'system',
      sipCode: null,
      media: null,
      recording: call.dialog ? await this.#recordingOf(call.call_id) : null,
    });
  }

  /** The response is not waited for: where the other side is gone, too, it takes 32 s to know. */
  #hangUp(callId: string, dialog: LegToken): void {
    const { routing, log } = this.#options;
    const hangup = routing.hangUpOrphan(dialog);
    hangup.then(
      (response) => log.warn({ call_id: callId, response }, 'hung up in a call that its process had lost'),
      (error: unknown) => log.error({ err: error, call_id: callId }, 'a lost call could not be hung up'),
    );
  }

  /** What the lost process had written by then is a recording all the same. */
  async #recordingOf(callId: string): Promise<string | null> {
    let found: string | null = null;
    const looking = findRecording(this.#options.recordingsDir, callId).then((written) => {
      if (written !== null && written.size > 0) found = written.file;
    });
    await within(LOOK_FOR_RECORDING_MS, looking);
    return found;
  }
}

export interface LeasesOptions {
  /** A connection of its own: whatever else is slow, leases are renewed. */
  renewals: Database;
  db: Database;
  finish: FinishDependencies;
  routing: CarrierRouting;
  live: LiveCalls;
  clock: DatabaseClock;
  nodeId: string;
  recordingsDir: string;
  log: Logger;
  renewMs?: number;
}
