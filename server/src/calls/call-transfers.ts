import type { TransferCallTool, TransferWay } from '@parley/contract';
import type { CarrierRouting, Leg, MediaAddresses } from '../carriers/carrier.ts';
import type { Database } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Logger } from '../kernel/logger.ts';
import { RequestError } from '../kernel/request-error.ts';
import { within } from '../kernel/within.ts';
import type { MediaSession } from '../media/media.ts';
import type { RecordingLinks } from '../recordings/links.ts';
import { publish } from '../webhooks/publish.ts';
import { admitTransfer, shownNumber, type TransferTarget } from './admit-transfer.ts';
import type { CallEnding } from './call-ending.ts';
import type { CallJournal } from './call-journal.ts';
import { endLeg, insertLeg } from './call-legs.ts';
import { advance, type LiveCall, storeTransferred } from './call-record.ts';
import type { DatabaseClock } from './database-clock.ts';
import type { FinishDependencies } from './finish-dependencies.ts';
import type { LiveFeed } from './live-feed.ts';
import type { RouteChoice } from './place-call.ts';
import { readCall } from './read-calls.ts';
import { TargetLeg } from './target-leg.ts';
import { unreached, untransferred } from './transfer-problem.ts';

/** The person on the line waits: a database that takes longer to permit a transfer has not permitted it. */
const ADMISSION_LIMIT_MS = 4000;

export interface CallTransfersOptions {
  call: LiveCall;
  /** Patient, since a live call never waits for it. */
  db: Database;
  clock: DatabaseClock;
  routes: RouteChoice;
  routing: Pick<CarrierRouting, 'prepare' | 'carrierNamed' | 'whyGone'>;
  /** What the other side is told to send its audio to. */
  mediaAddresses: MediaAddresses;
  links: RecordingLinks;
  finish: FinishDependencies;
  log: Logger;
  journal: CallJournal;
  feed: LiveFeed;
  /** What the call is connected by; null: by nothing any more. */
  parts(): { leg: Leg; media: MediaSession } | null;
  /** The other side is connected with the target, and no longer with us; or both have talked through us, and that is over. */
  onTransferred(endedBy: CallEnding['endedBy']): void;
  /** For the record of the call. */
  onWarning(warning: string): void;
}

/** How it went: `handed_over` to the network, or `bridged` here, or `joined` to the agent's talk; `over`: the call is. */
type Outcome =
  | { kind: 'handed_over' }
  | { kind: 'bridged' | 'joined'; leg: TargetLeg }
  | { kind: 'failed'; problem: string }
  | { kind: 'over' };

const OVER: Outcome = { kind: 'over' };

/** Transfers of one call, asked for by the agent or by hand. One at a time; one that fails may be followed by another. */
export class CallTransfers {
  readonly #options: CallTransfersOptions;
  #isUnderWay = false;
  /** That is dialled, or talks. */
  #target: TargetLeg | null = null;
  /** While the target is asked. */
  #answer: ((isAccepted: boolean) => void) | null = null;
  #isBridged = false;
  /** Who talks with the caller and the agent. */
  #joined: TransferTarget | null = null;
  #isClosed = false;

  constructor(options: CallTransfersOptions) {
    this.#options = options;
  }

  /** The caller talks with the target, through us. */
  get isBridged(): boolean {
    return this.#isBridged;
  }

  /** Another person talks with the caller and the agent. */
  get isConference(): boolean {
    return this.#joined !== null;
  }

  /** Resolves when the network has acknowledged the end of the leg to the target, or will not. */
  get hangup(): Promise<void> {
    return this.#target?.hangup ?? Promise.resolve();
  }

  /** To one of the agent's destinations, whose numbers it does not know. The agent hears why when it fails. Never rejects. */
  async byAgent(name: string, tool: TransferCallTool | null): Promise<void> {
    const { db, log, call } = this.#options;
    const destination = tool?.destinations.find((one) => one.name === name);
    if (!tool || !destination) return this.#tellAgent(`there is no destination "${name}".`);
    let target: TransferTarget | null = null;
    try {
      const permitted = this.#permit(db, { to: destination.phone_number, way: tool });
      if (!(await within(ADMISSION_LIMIT_MS, permitted))) {
        this.#giveUp(permitted);
        return this.#tellAgent('it cannot be done at this moment.');
      }
      target = await permitted;
    } catch (error) {
      if (!(error instanceof RequestError)) log.error({ err: error, call_id: call.call_id }, 'a transfer failed');
      return this.#tellAgent(error instanceof RequestError ? error.message : 'it cannot be done.');
    }
    const problem = await this.#carryOut(target, 'agent');
    if (problem !== null) this.#tellAgent(problem);
  }

  /**
   * To any number, at the wish of a person. Resolves when it is permitted and under way; the agent stands by meanwhile.
   * `db`: not the patient one. `onPermitted` stores who does it.
   * @throws RequestError
   */
  async byHand(
    db: Database,
    wanted: { to: string; way: TransferWay },
    { by, onPermitted }: { by: string; onPermitted(): Promise<void> },
  ): Promise<void> {
    const target = await this.#permit(db, wanted, onPermitted);
    // Who is asked to join finds the agent in the middle of its talk.
    if (wanted.way.mode !== 'conference') this.#options.parts()?.media.transferring(by);
    void this.#carryOut(target, 'system').then((problem) => {
      if (problem === null) return;
      this.#options.onWarning(`The transfer to ${target.to} failed: ${problem}`);
      this.#tellAgent(problem);
    });
  }

  /** Who was told what the call is about takes it, or does not. */
  answer(legId: string, isAccepted: boolean): void {
    if (this.#target?.legId === legId) this.#answer?.(isAccepted);
  }

  /** The agent leaves a conference, and the others go on. False where there is none. */
  releaseAgent(): boolean {
    const target = this.#joined;
    const { media } = this.#options.parts() ?? {};
    if (!target || !media) return false;
    this.#joined = null;
    this.#isBridged = true;
    media.connect('bridged', null);
    this.#beginTransfer();
    this.#noteTransferred(target);
    return true;
  }

  /** Nothing of the target's leg has been heard for too long: it is gone. */
  lose(legId: string): void {
    if (this.#target?.legId === legId) this.#target.hangUp();
  }

  /** Idempotent: the call is over, and so is the leg to the target. */
  close(): void {
    this.#isClosed = true;
    this.#target?.hangUp();
  }

  async #permit(
    db: Database,
    wanted: { to: string; way: TransferWay },
    onPermitted?: () => Promise<void>,
  ): Promise<TransferTarget> {
    const { call, routes } = this.#options;
    if (this.#joined) throw new RequestError('conflict', 'Another person has joined the call already.');
    if (this.#isUnderWay) throw new RequestError('conflict', 'The call is being transferred already.');
    this.#isUnderWay = true;
    try {
      const target = await admitTransfer(db, routes, call, wanted);
      await onPermitted?.();
      return target;
    } catch (error) {
      this.#isUnderWay = false;
      throw error;
    }
  }

  /** A permission that comes too late begins nothing. */
  #giveUp(permitted: Promise<unknown>): void {
    const forget = () => {
      this.#isUnderWay = false;
    };
    permitted.then(forget, forget);
  }

  /** Why it failed, in a sentence for the agent; null when it did not, or when the call is over. */
  async #carryOut(target: TransferTarget, endedBy: CallEnding['endedBy']): Promise<string | null> {
    const { onTransferred } = this.#options;
    this.#beginTransfer();
    const outcome = await this.#connect(target, endedBy);
    switch (outcome.kind) {
      case 'handed_over':
        this.#noteTransferred(target);
        onTransferred(endedBy);
        return null;
      case 'bridged':
        this.#noteTransferred(target);
        void outcome.leg.over.then(() => {
          if (!this.#isClosed) onTransferred(endedBy);
        });
        return null;
      case 'joined':
        this.#join(target, outcome.leg, endedBy);
        return null;
      case 'over':
        return null;
      case 'failed':
        this.#isUnderWay = false;
        this.#talkAgain('transfer_failed');
        return outcome.problem;
    }
  }

  #beginTransfer(): void {
    const { feed, journal, call, db } = this.#options;
    feed.push({ type: 'phase', phase: 'transferring' });
    journal.append('transferring', () => advance(db, call.call_id, 'transferring'));
  }

  #talkAgain(event: 'transfer_failed' | 'joined'): void {
    const { feed, journal, call, db } = this.#options;
    feed.push({ type: 'phase', phase: 'talking' });
    journal.append(event, () => advance(db, call.call_id, event));
  }

  /** All three talk, until the one who joined leaves, and the agent goes on, or the agent does. */
  #join(target: TransferTarget, leg: TargetLeg, endedBy: CallEnding['endedBy']): void {
    this.#joined = target;
    this.#talkAgain('joined');
    this.#options.parts()?.media.personJoined();
    void leg.over.then(() => {
      if (this.#isClosed) return;
      if (!this.#joined) return this.#options.onTransferred(endedBy);
      this.#joined = null;
      this.#isUnderWay = false;
      const { media } = this.#options.parts() ?? {};
      media?.connect('agent', null);
      media?.personLeft();
    });
  }

  async #connect(target: TransferTarget, endedBy: CallEnding['endedBy']): Promise<Outcome> {
    const { method, mode, waiting_sound: waiting } = target.way;
    // An agent that has not asked for the person goes on talking until they are there.
    if (mode === 'conference') return this.#bridge(target, endedBy === 'agent' ? waiting : null);
    if (method === 'bridge' || mode === 'warm') return this.#bridge(target, waiting);
    const outcome = await this.#options.parts()?.leg.transfer(target.to);
    switch (outcome?.kind) {
      case undefined:
        return OVER;
      case 'transferred':
        return { kind: 'handed_over' };
      case 'ended':
        if (outcome.wasAccepted) this.#warnOfUnknownEnd(target.to);
        return OVER;
      case 'refused':
        return method === 'auto' ? this.#bridge(target, waiting) : { kind: 'failed', problem: untransferred(outcome) };
      case 'failed':
      case 'unknown':
        return { kind: 'failed', problem: untransferred(outcome) };
    }
  }

  /** Calls the target, and connects it with the caller here. `waiting`: what the caller hears meanwhile. */
  async #bridge(target: TransferTarget, waiting: TransferWay['waiting_sound'] | null): Promise<Outcome> {
    const leg = await this.#placeLeg(target);
    if (typeof leg === 'string') return this.#isClosed ? OVER : { kind: 'failed', problem: leg };
    const { media } = this.#options.parts() ?? {};
    if (!media || this.#isClosed) {
      leg.abandon();
      return OVER;
    }
    this.#target = leg;
    media.connect('dialing', waiting);
    const unanswered = await leg.dial();
    if (this.#isClosed) return OVER;
    if (unanswered === null && (await this.#isTaken(leg, media, target.way))) {
      const isConference = target.way.mode === 'conference';
      this.#isBridged = !isConference;
      media.connect(isConference ? 'conference' : 'bridged', null);
      return { kind: isConference ? 'joined' : 'bridged', leg };
    }
    if (this.#isClosed) return OVER;
    media.connect('agent', null);
    if (unanswered === null) return { kind: 'failed', problem: 'the person there does not take the call now.' };
    if (unanswered.by === 'network')
      return { kind: 'failed', problem: unreached(unanswered.endReason, unanswered.sipCode) };
    const endReason = unanswered.by === 'ring_timeout' ? 'no_answer' : 'carrier_error';
    return { kind: 'failed', problem: unreached(endReason, null) };
  }

  /** Whether who answered takes the call: at once, or after they were told what it is about. False when they hang up. */
  async #isTaken(leg: TargetLeg, media: MediaSession, way: TransferWay): Promise<boolean> {
    if (way.mode !== 'warm') return true;
    const answer = Promise.withResolvers<boolean>();
    this.#answer = answer.resolve;
    media.connect('consulting', way.waiting_sound);
    media.brief(leg.legId, way.briefing);
    const isTaken = await Promise.race([answer.promise, leg.over.then(() => false)]);
    this.#answer = null;
    if (!isTaken) leg.hangUp();
    return isTaken;
  }

  /** A leg that may be dialled, or why there is none. */
  async #placeLeg(target: TransferTarget): Promise<TargetLeg | string> {
    const { db, call, routing, log, parts } = this.#options;
    const { to, way, route } = target;
    await routing.prepare([route.name]);
    const carrier = routing.carrierNamed(route.name);
    const { media } = parts() ?? {};
    if (!carrier) return routing.whyGone(route.name);
    if (!media) return 'the call is over.';
    const legId = newId('leg');
    let legNo: number | null = null;
    try {
      const inserted = db.transaction((tx) => insertLeg(tx, { legId, call, route }));
      if (await within(ADMISSION_LIMIT_MS, inserted)) legNo = await inserted;
      else void inserted.then(() => this.#forgetLeg(legId)).catch(() => {});
    } catch (error) {
      if (error instanceof RequestError) return error.message;
      log.error({ err: error, call_id: call.call_id }, 'a leg could not be stored');
    }
    if (legNo === null) return 'it cannot be done at this moment.';
    const ringTimeoutS = way.ring_timeout;
    const outgoing = carrier.outgoing({ to, ...shownNumber(call, target), ringTimeoutS });
    return new TargetLeg({ ...this.#options, callId: call.call_id, legId, legNo, outgoing, media, ringTimeoutS });
  }

  /** It was stored too late to be dialled. */
  #forgetLeg(legId: string): void {
    const { db, journal, clock } = this.#options;
    const endedAt = clock.at(performance.now());
    journal.append('leg_ended', () => db.transaction((tx) => endLeg(tx, legId, endedAt)));
  }

  #noteTransferred({ to }: TransferTarget): void {
    this.#options.journal.append('transferred', () => this.#store(to));
    this.#options.parts()?.media.transferred();
  }

  #warnOfUnknownEnd(to: string): void {
    this.#options.onWarning(
      `The line was hung up while it was transferred to ${to}: whether anybody answered there is not known.`,
    );
  }

  #tellAgent(problem: string): void {
    this.#options.parts()?.media.transferFailed(problem);
  }

  async #store(to: string): Promise<void> {
    const { db, call, links, finish } = this.#options;
    const { call_id: callId, account_id: accountId } = call;
    await db.transaction(async (tx) => {
      if (!(await storeTransferred(tx, callId, to))) return;
      const data = () => readCall(tx, links, accountId, callId);
      await publish(tx, finish.jobs, { accountId, type: 'call.transferred', data });
    });
  }
}
