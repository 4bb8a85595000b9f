import { findAgent } from '../agents/agents.ts';
import { builtinVariables, placeholders } from '../agents/template.ts';
import type { InboundLeg } from '../carriers/carrier.ts';
import type { Database } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import { findInboundNumber } from '../numbers/numbers.ts';
import { LIVE_CALL_COLUMNS, type LiveCall } from './call-record.ts';
import { finishCall } from './finish-call.ts';
import { LEASE_S } from './leases.ts';
import type { LiveCalls } from './live-calls.ts';
import { type CallDependencies, CallRun } from './run-call.ts';

/** A caller hears nothing until the call is admitted: a trunk that gets no answer for longer tries another way. */
const ADMISSION_LIMIT_MS = 4000;
/** Callers that wait for a database that is away must not crowd out live calls when it is back. */
const ADMISSIONS_AT_MOST = 50;
const RETRY_AFTER_S = 10;

type Refusal = 404 | 480 | 486;

/** Brings calls from outside to the agent whose number was called. */
export class InboundCalls {
  readonly #dependencies: CallDependencies;
  readonly #live: LiveCalls;
  readonly #nodeId: string;
  readonly #admissions = new Set<Promise<void>>();
  #isClosed = false;

  constructor(options: { dependencies: CallDependencies; live: LiveCalls; nodeId: string }) {
    this.#dependencies = options.dependencies;
    this.#live = options.live;
    this.#nodeId = options.nodeId;
  }

  /** Idempotent. From now on callers are told to come back later, or to try another node. */
  close(): void {
    this.#isClosed = true;
  }

  /** Resolves when no caller waits for an admission any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#admissions);
  }

  async accept(leg: InboundLeg): Promise<void> {
    if (!this.#mayAdmit || this.#admissions.size >= ADMISSIONS_AT_MOST) {
      leg.reject(503, { retryAfterS: RETRY_AFTER_S });
      return;
    }
    const admitting = this.#take(leg).finally(() => this.#admissions.delete(admitting));
    this.#admissions.add(admitting);
    await admitting;
  }

  get #mayAdmit(): boolean {
    return !this.#isClosed && this.#dependencies.media.isReady;
  }

  async #take(leg: InboundLeg): Promise<void> {
    const callId = newId('call');
    const limit = new AbortController();
    const late = setTimeout(() => {
      limit.abort();
      this.#dependencies.log.error({}, 'an inbound call was refused: the database did not answer in time');
      leg.reject(503, { retryAfterS: RETRY_AFTER_S });
    }, ADMISSION_LIMIT_MS);
    try {
      const call = await this.#admit(leg, callId, limit.signal);
      clearTimeout(late);
      if (typeof call === 'number') {
        if (!limit.signal.aborted) leg.reject(call);
      } else if (limit.signal.aborted || !this.#mayAdmit) await this.#refuseAdmitted(leg, call);
      else {
        const run = new CallRun(this.#dependencies, call);
        this.#live.add(run, run.answer(leg));
      }
    } catch (error) {
      clearTimeout(late);
      this.#dependencies.log.error({ err: error }, 'an inbound call could not be taken');
      if (!limit.signal.aborted) leg.reject(503);
    }
  }

  /** Admitted too late: the caller is gone, or the process stops. */
  async #refuseAdmitted(leg: InboundLeg, call: LiveCall): Promise<void> {
    const { db, finish } = this.#dependencies;
    leg.reject(503, { retryAfterS: RETRY_AFTER_S });
    const ending = { endReason: 'internal_error', endedBy: 'system', sipCode: 503, media: null } as const;
    await finishCall(db, finish, call.call_id, ending);
  }

  /** The call, stored and with a slot of its own, or the SIP status that refuses it. */
  async #admit(leg: InboundLeg, callId: string, limit: AbortSignal): Promise<LiveCall | Refusal> {
    const { db, log } = this.#dependencies;
    const number = await findInboundNumber(db, leg.to);
    if (!number) return 404;
    const agent = number.agentId ? await findAgent(db, number.accountId, number.agentId) : undefined;
    if (agent?.status !== 'active') return 480;
    const texts = [agent.prompt, agent.first_message, agent.disclosure].filter((text) => text !== null);
    const known = new Set<string>([...builtinVariables, ...Object.keys(agent.variables)]);
    const missing = texts.flatMap(placeholders).filter((name) => !known.has(name));
    if (missing.length > 0) {
      log.error({ agent_id: agent.agent_id, missing }, 'an inbound call was refused: variables without a default');
      return 480;
    }
    const call = {
      accountId: number.accountId,
      agentId: agent.agent_id,
      version: agent.version,
      maxDurationS: agent.max_duration,
      ringTimeoutS: agent.ring_timeout,
    };
    // A caller that was refused meanwhile takes no slot.
    if (limit.aborted) return 480;
    return storeInbound(db, leg, { ...call, callId, nodeId: this.#nodeId });
  }
}

interface NewInboundCall {
  callId: string;
  accountId: string;
  agentId: string;
  version: number;
  maxDurationS: number;
  ringTimeoutS: number;
  nodeId: string;
}

/** Slot, row and lease in one statement; 486 when the account has no free slot. Doing it twice does nothing. */
async function storeInbound(db: Database, leg: InboundLeg, call: NewInboundCall): Promise<LiveCall | 486> {
  const rows = await db.query<LiveCall>({
    name: 'insert-inbound-call',
    text: `with slot as (
             select slot_no from call_slots where account_id = $2 and call_id is null and not retired
               and not exists (select from calls where call_id = $1)
             order by slot_no limit 1 for update skip locked),
           placed as (
             insert into calls (call_id, account_id, agent_id, agent_version, direction, recipient_phone, from_number,
               variables, max_duration_s, ring_timeout_s, simulated, state, status, owner)
             select $1, $2, $3, $4, 'inbound', $5, $6, '{}', $7, $8, $10, 'ringing', 'initiated', $9 from slot
             returning ${LIVE_CALL_COLUMNS}),
           taken as (
             update call_slots set call_id = placed.call_id, owner = $9,
               lease_until = clock_timestamp() + make_interval(secs => $11)
             from slot, placed where call_slots.account_id = $2 and call_slots.slot_no = slot.slot_no)
           select * from placed
           union all select ${LIVE_CALL_COLUMNS} from calls where call_id = $1`,
    values: [
      call.callId,
      call.accountId,
      call.agentId,
      call.version,
      leg.to,
      leg.from,
      call.maxDurationS,
      call.ringTimeoutS,
      call.nodeId,
      leg.simulated,
      LEASE_S,
    ],
  });
  return rows[0] ?? 486;
}
