import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { CarrierRouting, LegToken } from '../carriers/carrier.ts';
import type { Database } from '../db/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Logger } from '../kernel/logger.ts';
import { recordingFile } from '../media/recording-file.ts';
import { finishCall } from './finish-call.ts';
import type { LiveCalls } from './live-calls.ts';
import { ReapingPause } from './reaping-pause.ts';

/** A node that has not renewed for so long is taken for dead, and its calls for lost. */
export const LEASE_S = 20;
const RENEW_MS = 5000;

interface LostCall {
  call_id: string;
  dialog: LegToken | null;
}

/**
 * Keeps this node's right to its calls, and ends the calls of nodes that died. The outcome of a lost call that was not
 * answered is unknown: it ends, and nobody is rung again. An answered one gets its BYE from whoever finds it.
 */
export class Leases {
  readonly #db: Database;
  readonly #jobs: Jobs;
  readonly #routing: CarrierRouting;
  readonly #live: LiveCalls;
  readonly #nodeId: string;
  readonly #recordingsDir: string;
  readonly #log: Logger;
  readonly #pause = new ReapingPause(RENEW_MS);
  readonly #timer: NodeJS.Timeout;
  #working: Promise<void> = Promise.resolve();

  constructor(options: {
    db: Database;
    jobs: Jobs;
    routing: CarrierRouting;
    live: LiveCalls;
    nodeId: string;
    recordingsDir: string;
    log: Logger;
  }) {
    this.#db = options.db;
    this.#jobs = options.jobs;
    this.#routing = options.routing;
    this.#live = options.live;
    this.#nodeId = options.nodeId;
    this.#recordingsDir = options.recordingsDir;
    this.#log = options.log;
    this.#timer = setInterval(() => {
      this.#working = this.#working.then(() => this.#renewAndReap());
    }, RENEW_MS);
  }

  /** Ends what an earlier process of this node left open. Call it before the first call is taken. */
  async recover(): Promise<number> {
    const lost = await this.#db.query<LostCall>(
      "select call_id, dialog from calls where owner = $1 and state not in ('queued', 'ended')",
      [this.#nodeId],
    );
    await Promise.all(lost.map((call) => this.#endLost(call)));
    return lost.length;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#working;
  }

  async #renewAndReap(): Promise<void> {
    try {
      await this.#db.query(
        `update call_slots set lease_until = clock_timestamp() + make_interval(secs => $2)
         where owner = $1 and call_id = any($3)`,
        [this.#nodeId, LEASE_S, this.#live.callIds],
      );
      const nowMs = performance.now();
      this.#pause.noteRenewed(nowMs);
      if (!this.#pause.mayReap(nowMs)) return;
      // The claim moves the lease on, so that one node alone ends each lost call.
      const lost = await this.#db.query<LostCall>(
        `with expired as (
           select account_id, slot_no from call_slots where call_id is not null and lease_until < clock_timestamp()
           limit 50 for update skip locked),
         claimed as (
           update call_slots s set owner = $1, lease_until = clock_timestamp() + make_interval(secs => $2)
           from expired e where s.account_id = e.account_id and s.slot_no = e.slot_no returning s.call_id)
         select call_id, dialog from claimed join calls using (call_id)`,
        [this.#nodeId, LEASE_S],
      );
      await Promise.all(lost.map((call) => this.#endLost(call)));
    } catch (error) {
      this.#log.error({ err: error }, 'leases could not be renewed; they are tried again');
    }
  }

  async #endLost(call: LostCall): Promise<void> {
    if (call.dialog) this.#sayGoodbye(call.call_id, call.dialog);
    await finishCall(this.#db, this.#jobs, call.call_id, {
      endReason: 'interrupted_by_restart',
      endedBy: 'system',
      sipCode: null,
      media: null,
      recording: call.dialog ? await this.#recordingOf(call.call_id) : null,
    });
  }

  /** Nobody waits for the answer: where the other side is gone, too, it takes 32 s to know. */
  #sayGoodbye(callId: string, dialog: LegToken): void {
    const goodbye = this.#routing.carrierNamed(dialog.carrier)?.hangUpOrphan(dialog);
    goodbye?.then(
      (answer) => this.#log.warn({ call_id: callId, answer }, 'said goodbye in a call that its process had lost'),
      (error: unknown) => this.#log.error({ err: error, call_id: callId }, 'a goodbye could not be said'),
    );
  }

  /** What the lost process had written by then is a recording all the same. */
  async #recordingOf(callId: string): Promise<string | null> {
    const file = recordingFile(callId);
    const written = await stat(path.join(this.#recordingsDir, file)).catch(() => null);
    return written !== null && written.size > 0 ? file : null;
  }
}
