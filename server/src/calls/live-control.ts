import type { TransferCall, UpdateCall } from '@parley/contract';
import type { FrameSound } from '../carriers/carrier.ts';
import type { Database } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Principal } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import type { MediaSession } from '../media/media.ts';
import type { FinishDependencies } from './finish-dependencies.ts';
import { hangUpCall } from './hang-up-call.ts';
import type { LiveCalls } from './live-calls.ts';
import { recordControl, recordHold } from './record-control.ts';
import type { CallRun } from './run-call.ts';
import type { CallState } from './state.ts';

/** How often a queued call is looked for, beside the hint that this process has taken it up. */
const LOOK_AGAIN_MS = 1000;
/** A call of a batch may wait for hours. */
const LONGEST_WAIT_MS = 60_000;
const MOST_LISTENERS = 10;

interface LiveControlOptions {
  /** Not the patient one, since the client waits for the response. */
  db: Database;
  /** For what has happened already: it is stored when the database is back. */
  patientDb: Database;
  finish: FinishDependencies;
  live: LiveCalls;
  nodeId: string;
  /** How long a queued call is waited for. */
  longestWaitMs?: number;
  lookAgainMs?: number;
}

/** How a queued call is waited for. */
interface Waiting {
  signal: AbortSignal;
  /** It is queued, and waited for from now on. */
  onQueued?(): void;
}

/**
 * What people do with live calls of their account. Each act is stored, with who did it, before it takes effect; but for
 * giving back and leaving, since no caller waits for the database.
 */
export class LiveControl {
  readonly #options: LiveControlOptions;
  readonly #listeners = new WeakMap<CallRun, Set<string>>();

  constructor(options: LiveControlOptions) {
    this.#options = options;
  }

  /** A hint for the agent, which the caller does not hear. */
  async whisper(principal: Principal, callId: string, text: string): Promise<void> {
    const run = await this.#find(principal, callId);
    const media = await mediaOf(run);
    await recordControl(this.#options.db, principal, callId, { action: 'whispered', text });
    media.whisper(text);
  }

  /**
   * Hears both sides from now on, or from the answer on. A call that is still queued is waited for, for a minute at most
   * and until the signal is aborted.
   */
  async listen(principal: Principal, callId: string, frames: FrameSound, waiting: Waiting): Promise<Supervisor> {
    const run = await this.#find(principal, callId, waiting);
    const media = await mediaOf(run);
    const supervisorId = newId('leg');
    const leave = this.#takePlace(run, supervisorId);
    try {
      await recordControl(this.#options.db, principal, callId, { action: 'listening_started' });
    } catch (error) {
      leave();
      throw error;
    }
    // A call that is over meanwhile has closed the frames, and those who listen by them leave.
    media.join(supervisorId, 'supervisor', { frames }).catch(() => {});
    return new Supervisor(this.#options, run, supervisorId, leave);
  }

  /**
   * Transfers an answered call to a number, and resolves when that is permitted and under way; the agent pauses
   * meanwhile, and goes on when it fails.
   */
  async transfer(principal: Principal, callId: string, { to, ...way }: TransferCall): Promise<void> {
    const run = await this.#find(principal, callId);
    const media = await mediaOf(run);
    if (run.feed.phase !== 'talking' && run.feed.phase !== 'transferring')
      throw unprocessable('The call can be transferred when it was answered, until it ends.');
    const { db } = this.#options;
    const onPermitted = async () => {
      await recordControl(db, principal, callId, { action: 'transfer_requested' });
      await this.#resume(principal, run, media);
    };
    await run.transfers.byHand(db, { to, way }, { by: nameOf(principal), onPermitted });
  }

  /** Puts the caller on hold or talks again, or has the agent leave a conference. What is left out stays as it is. */
  async update(principal: Principal, callId: string, change: UpdateCall): Promise<void> {
    const { on_hold: onHold, waiting_sound: waiting = 'music', agent_present: isAgentPresent } = change;
    const run = await this.#find(principal, callId);
    const media = await mediaOf(run);
    if (isAgentPresent === false) await this.#releaseAgent(principal, run);
    if (onHold === true) await this.#hold(principal, run, media, waiting);
    if (onHold === false) await this.#resume(principal, run, media);
  }

  async #releaseAgent(principal: Principal, run: CallRun): Promise<void> {
    const { transfers } = run;
    const alone = () =>
      unprocessable('No other person has joined the call: the person would be alone.', 'agent_present');
    if (!transfers.isConference) throw alone();
    await recordControl(this.#options.db, principal, run.callId, { action: 'agent_released' });
    if (!transfers.releaseAgent()) throw alone();
  }

  async #hold(
    principal: Principal,
    { callId, feed, transfers }: CallRun,
    media: MediaSession,
    waiting: NonNullable<UpdateCall['waiting_sound']>,
  ): Promise<void> {
    if (feed.isOnHold) return;
    if (feed.phase !== 'talking') throw unprocessable('The call can be put on hold while it talks.');
    if (transfers.isConference)
      throw unprocessable('Another person has joined the call: it cannot be put on hold.', 'on_hold');
    await recordHold(this.#options.db, principal, callId, true);
    // Another person has done it meanwhile, or the agent hands it over.
    if (feed.isOnHold || feed.phase !== 'talking' || transfers.isConference) return;
    feed.push({ type: 'hold', isOnHold: true });
    media.hold(nameOf(principal), waiting);
  }

  /** At once: no caller waits for the database. */
  async #resume(principal: Principal, { callId, feed }: CallRun, media: MediaSession): Promise<void> {
    if (!feed.isOnHold) return;
    feed.push({ type: 'hold', isOnHold: false });
    media.resume();
    await recordHold(this.#options.patientDb, principal, callId, false);
  }

  /** Ends a call, also one that is queued. */
  async hangUp(principal: Principal, callId: string): Promise<void> {
    const { db, finish } = this.#options;
    await hangUpCall(db, finish, principal, callId);
  }

  /** Returns what frees the place. */
  #takePlace(run: CallRun, supervisorId: string): () => void {
    const listeners = this.#listeners.get(run) ?? new Set<string>();
    this.#listeners.set(run, listeners);
    if (listeners.size >= MOST_LISTENERS) {
      const message = `${MOST_LISTENERS} people listen to the call ${run.callId} already. Listen when one of them has gone.`;
      throw new RequestError('rate_limited', message, { param: 'call_id' });
    }
    listeners.add(supervisorId);
    return () => listeners.delete(supervisorId);
  }

  /** The call, which this process carries. Without `waiting` nothing is waited for. */
  async #find({ accountId }: Principal, callId: string, waiting?: Waiting): Promise<CallRun> {
    const { db, live, nodeId, longestWaitMs = LONGEST_WAIT_MS, lookAgainMs = LOOK_AGAIN_MS } = this.#options;
    const untilMs = performance.now() + longestWaitMs;
    for (let isKnownAsQueued = false; ; ) {
      const run = live.find(callId);
      if (run?.accountId === accountId && !run.isOver) return run;
      const rows = await db.query<{ state: CallState; owner: string | null }>({
        name: 'find-live-call',
        text: 'select state, owner from calls where account_id = $1 and call_id = $2',
        values: [accountId, callId],
      });
      const call = rows[0];
      if (!call) throw noSuchCall(callId);
      if (call.state === 'ended' || run?.isOver) throw unprocessable(`The call ${callId} is over.`);
      if (call.owner !== null && call.owner !== nodeId) {
        throw unprocessable(`The call ${callId} is carried by the node ${call.owner}. Ask there.`);
      }
      const leftMs = untilMs - performance.now();
      if (!waiting || leftMs <= 0) {
        throw unprocessable(`The call ${callId} waits in the queue. Try again when it is dialed.`);
      }
      if (!isKnownAsQueued) waiting.onQueued?.();
      isKnownAsQueued = true;
      // It is dialed in a moment, or in hours where it belongs to a batch.
      // Timers leave out parts of a millisecond: for them, it would be looked for once more.
      if (!live.find(callId)) await live.whenAdded(callId, Math.ceil(Math.min(lookAgainMs, leftMs)), waiting.signal);
    }
  }
}

/** One person who listens to a call, and may talk in it in the place of the agent. */
export class Supervisor {
  readonly run: CallRun;
  readonly id: string;
  readonly #options: LiveControlOptions;
  readonly #freePlace: () => void;
  #hasLeft = false;

  constructor(options: LiveControlOptions, run: CallRun, id: string, freePlace: () => void) {
    this.#options = options;
    this.#freePlace = freePlace;
    this.run = run;
    this.id = id;
  }

  /** The caller hears this supervisor in the place of the agent. */
  get hasFloor(): boolean {
    return this.run.feed.floor === this.id;
  }

  /** Talks with the caller from now on; the agent only listens. */
  async takeOver(principal: Principal): Promise<void> {
    const { feed } = this.run;
    if (this.hasFloor) return;
    if (feed.phase !== 'talking')
      throw unprocessable('The call can be taken over when it was answered, until it ends.');
    if (feed.floor !== null) throw new RequestError('conflict', 'Another supervisor has taken this call over.');
    const media = await mediaOf(this.run);
    // At once, so that no other takes it while this is stored.
    feed.push({ type: 'floor', supervisorId: this.id });
    try {
      await recordControl(this.#options.db, principal, this.run.callId, { action: 'taken_over' });
    } catch (error) {
      if (this.hasFloor) feed.push({ type: 'floor', supervisorId: null });
      throw error;
    }
    // It has gone meanwhile, or may not do this any more.
    if (this.#hasLeft || !this.hasFloor) return;
    media.takeOver(this.id, nameOf(principal));
  }

  /** The agent goes on at once. Nothing happens when this supervisor had not taken over. Resolves when it is stored. */
  async giveBack(principal: Principal): Promise<void> {
    if (!this.hasFloor) return;
    const media = await this.run.media;
    media?.giveBack(this.id);
    this.run.feed.push({ type: 'floor', supervisorId: null });
    await this.#note(principal, 'given_back');
  }

  async hangUp(principal: Principal): Promise<void> {
    const { db, finish } = this.#options;
    await hangUpCall(db, finish, principal, this.run.callId);
  }

  /** Idempotent: hears nothing any more; the agent goes on where this supervisor had taken over. */
  async leave(principal: Principal): Promise<void> {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#freePlace();
    const media = await this.run.media;
    const stored = this.giveBack(principal);
    media?.leave(this.id);
    await stored;
    await this.#note(principal, 'listening_ended');
  }

  /** What has happened already. */
  #note(principal: Principal, action: 'given_back' | 'listening_ended'): Promise<void> {
    return recordControl(this.#options.patientDb, principal, this.run.callId, { action });
  }
}

async function mediaOf(run: CallRun) {
  const media = await run.media;
  if (media === null || run.isOver) throw unprocessable(`The call ${run.callId} is over.`);
  return media;
}

function nameOf({ actor }: Principal): string {
  return actor.id ?? actor.type;
}

function noSuchCall(callId: string): RequestError {
  return new RequestError('not_found', `There is no call ${callId}. GET /v1/calls lists yours.`, { param: 'call_id' });
}

const unprocessable = (message: string, param = 'call_id') => new RequestError('unprocessable', message, { param });
