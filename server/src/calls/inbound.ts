import type { AgentSettings } from '@parley/contract';
import { neededInbound } from '../agents/needed-variables.ts';
import type { InboundLeg } from '../carriers/carrier.ts';
import { GroupedWrites } from '../kernel/grouped-writes.ts';
import { newId } from '../kernel/ids.ts';
import { SharedReads } from '../kernel/shared-reads.ts';
import { findInboundNumber, type InboundNumber } from '../numbers/numbers.ts';
import type { CallDependencies } from './call-dependencies.ts';
import type { LiveCall } from './call-record.ts';
import { finishCall } from './finish-call.ts';
import type { LiveCalls } from './live-calls.ts';
import { CallRun } from './run-call.ts';
import { type InboundToStore, storeInbounds } from './store-inbound.ts';

/** A caller hears nothing until the call is admitted: a trunk that gets no answer for longer tries another way. */
const ADMISSION_LIMIT_MS = 4000;
/**
 * As many as come within a second and are not refused before (`INVITE_LIMITS`): a disk that hangs for a moment refuses
 * no caller. When the database is back they are admitted by a few statements, which crowd out no live call.
 */
const ADMISSIONS_AT_MOST = 300;
/** One statement that is slow does not keep all callers waiting. */
const ADMISSION_CONCURRENCY = 4;
const RETRY_AFTER_S = 10;
/** So many numbers are what a busy node is called at at a time. */
const REMEMBERED = 1000;

type Refusal = 404 | 480 | 486;

/** Brings calls from outside to the agent whose number was called. */
export class InboundCalls {
  readonly #dependencies: CallDependencies;
  readonly #live: LiveCalls;
  readonly #nodeId: string;
  /** What comes while several are being admitted is admitted together. */
  readonly #rows: GroupedWrites<InboundToStore, LiveCall | null>;
  readonly #called = new SharedReads<InboundNumber | undefined>();
  /** By what was asked. Right until a call that it should admit is not admitted. */
  readonly #remembered = new Map<string, InboundNumber>();
  /** The settings of a version are one object, and do not change. */
  readonly #missing = new WeakMap<AgentSettings, readonly string[]>();
  readonly #admissions = new Set<Promise<void>>();
  #isClosed = false;

  constructor(options: { dependencies: CallDependencies; live: LiveCalls; nodeId: string }) {
    this.#dependencies = options.dependencies;
    this.#live = options.live;
    this.#nodeId = options.nodeId;
    this.#rows = new GroupedWrites((calls) => storeInbounds(options.dependencies.db, calls), {
      concurrency: ADMISSION_CONCURRENCY,
    });
  }

  /** Idempotent. From then on calls are rejected with Retry-After, so that the carrier tries later or another node. */
  close(): void {
    this.#isClosed = true;
  }

  /** Resolves when no caller waits for an admission any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#admissions);
  }

  async accept(leg: InboundLeg): Promise<void> {
    if (!this.mayAdmit || this.#admissions.size >= ADMISSIONS_AT_MOST) {
      leg.reject(503, { retryAfterS: RETRY_AFTER_S });
      return;
    }
    const admitting = this.#take(leg).finally(() => this.#admissions.delete(admitting));
    this.#admissions.add(admitting);
    await admitting;
  }

  /** Whether this node takes calls now. */
  get mayAdmit(): boolean {
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
      } else if (limit.signal.aborted || !this.mayAdmit) await this.#refuseAdmitted(leg, call);
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

  /** The variables without a value. */
  #missingOf(settings: AgentSettings): readonly string[] {
    const known = this.#missing.get(settings);
    if (known) return known;
    const missing = neededInbound(settings);
    this.#missing.set(settings, missing);
    return missing;
  }

  /**
   * The call, stored and with a slot of its own, or the SIP status that refuses it. What is known of the number from earlier
   * calls is checked by the statement that stores the call; no call is refused by it, and none waits for a slot by it.
   */
  async #admit(leg: InboundLeg, callId: string, limit: AbortSignal): Promise<LiveCall | Refusal> {
    const { db } = this.#dependencies;
    const asked = JSON.stringify([leg.to, leg.trunkIds]);
    const known = this.#remembered.get(asked);
    const first = known && (await this.#admitTo(known, leg, callId, limit, true));
    if (first !== undefined && typeof first !== 'number') return first;
    this.#remembered.delete(asked);
    // Many calls at a time to one number have one look at it.
    const number = await this.#called.read(asked, () => findInboundNumber(db, leg.to, leg.trunkIds));
    if (number) this.#remember(asked, number);
    return this.#admitTo(number, leg, callId, limit, false);
  }

  #remember(asked: string, number: InboundNumber): void {
    this.#remembered.set(asked, number);
    if (this.#remembered.size > REMEMBERED) this.#remembered.delete(this.#remembered.keys().next().value!);
  }

  async #admitTo(
    number: InboundNumber | undefined,
    leg: InboundLeg,
    callId: string,
    limit: AbortSignal,
    isRemembered: boolean,
  ): Promise<LiveCall | Refusal> {
    const { db, agentVersions, log, releases } = this.#dependencies;
    if (!number || (leg.carrierId != null && leg.carrierId !== number.carrierId)) return 404;
    if (number.trunkId !== null) leg.comesThrough?.(number.trunkId);
    const { agent } = number;
    if (!agent) return 480;
    const settings = await agentVersions.settingsOf(db, agent.agentId, agent.version);
    if (settings.status !== 'active') return 480;
    const missing = this.#missingOf(settings);
    if (missing.length > 0) {
      log.error({ agent_id: agent.agentId, missing }, 'an inbound call was refused: variables without a default');
      return 480;
    }
    const call = {
      accountId: number.accountId,
      trunkId: number.trunkId,
      agentId: agent.agentId,
      version: agent.version,
      maxDurationS: settings.max_duration,
      ringTimeoutS: settings.ring_timeout,
      channel: 'phone',
      overrides: null,
      variables: {},
      ...(isRemembered && { remembered: { trunkIds: leg.trunkIds, carrierId: number.carrierId } }),
    } as const;
    // A caller that was refused meanwhile takes no slot.
    const attempt = async (): Promise<LiveCall | Refusal | null> =>
      limit.aborted ? 480 : this.#rows.add({ leg, call: { ...call, callId, nodeId: this.#nodeId } });
    return (await (isRemembered ? attempt() : releases.take(number.accountId, attempt))) ?? 486;
  }
}
