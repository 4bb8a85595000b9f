import { setTimeout as pause } from 'node:timers/promises';
import type { FrameSound } from '../carriers/carrier.ts';
import type { Database } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Principal } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import type { FinishDependencies } from './finish-dependencies.ts';
import { hangUpCall } from './hang-up-call.ts';
import type { LiveCalls } from './live-calls.ts';
import { recordControl } from './record-control.ts';
import type { CallRun } from './run-call.ts';
import type { CallState } from './state.ts';

/** How often a call is looked for that was accepted and that no process has taken up. */
const LOOK_AGAIN_MS = 100;

interface LiveControlOptions {
  /** Not the patient one, since somebody waits for the response. */
  db: Database;
  finish: FinishDependencies;
  live: LiveCalls;
  nodeId: string;
}

/** What people do with live calls of their account. Each act is stored, with who did it, before it takes effect. */
export class LiveControl {
  readonly #options: LiveControlOptions;

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
   * Hears both sides from now on, or from the answer on. A call that is still queued is waited for, until `signal` is
   * aborted.
   */
  async listen(principal: Principal, callId: string, frames: FrameSound, signal: AbortSignal): Promise<Supervisor> {
    const run = await this.#find(principal, callId, signal);
    const media = await mediaOf(run);
    await recordControl(this.#options.db, principal, callId, { action: 'listening_started' });
    const supervisorId = newId('leg');
    media.join(supervisorId, frames);
    return new Supervisor(this.#options, run, supervisorId);
  }

  /** The call, which this process carries. Without `signal` nothing is waited for. */
  async #find({ accountId }: Principal, callId: string, signal?: AbortSignal): Promise<CallRun> {
    const { db, live, nodeId } = this.#options;
    for (;;) {
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
      if (!signal) throw unprocessable(`The call ${callId} waits in the queue. Try again when it is dialed.`);
      // It is dialed in a moment, or in hours where it belongs to a batch.
      await pause(LOOK_AGAIN_MS, undefined, { signal });
    }
  }
}

/** One person who listens to a call, and may talk in it in the place of the agent. */
export class Supervisor {
  readonly run: CallRun;
  readonly id: string;
  readonly #options: LiveControlOptions;
  #hasLeft = false;

  constructor(options: LiveControlOptions, run: CallRun, id: string) {
    this.#options = options;
    this.run = run;
    this.id = id;
  }

  /** Talks with the caller from now on; the agent only listens. */
  async takeOver(principal: Principal): Promise<void> {
    const { feed } = this.run;
    if (feed.floor === this.id) return;
    if (feed.phase !== 'talking')
      throw unprocessable('The call can be taken over when it was answered, until it ends.');
    if (feed.floor !== null) throw new RequestError('conflict', 'Somebody else has taken this call over.');
    const media = await mediaOf(this.run);
    // At once, so that no other takes it while this is stored.
    feed.push({ type: 'floor', supervisorId: this.id });
    try {
      await this.#record(principal, { action: 'taken_over' });
    } catch (error) {
      if (feed.floor === this.id) feed.push({ type: 'floor', supervisorId: null });
      throw error;
    }
    // It has gone meanwhile.
    if (this.#hasLeft) return;
    media.takeOver(this.id, nameOf(principal));
  }

  /** The agent goes on. Nothing happens when this supervisor had not taken over. */
  async giveBack(principal: Principal): Promise<void> {
    if (this.run.feed.floor !== this.id) return;
    const media = await this.run.media;
    media?.giveBack(this.id);
    this.run.feed.push({ type: 'floor', supervisorId: null });
    await this.#record(principal, { action: 'given_back' });
  }

  async hangUp(principal: Principal): Promise<void> {
    const { db, finish } = this.#options;
    await hangUpCall(db, finish, principal, this.run.callId);
  }

  /** Idempotent: hears nothing any more; the agent goes on where this supervisor had taken over. */
  async leave(principal: Principal): Promise<void> {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    const media = await this.run.media;
    const stored = this.giveBack(principal);
    media?.leave(this.id);
    await stored;
    await this.#record(principal, { action: 'listening_ended' });
  }

  #record(principal: Principal, act: Parameters<typeof recordControl>[3]): Promise<void> {
    return recordControl(this.#options.db, principal, this.run.callId, act);
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

const unprocessable = (message: string) => new RequestError('unprocessable', message, { param: 'call_id' });
