import type { TransferCallTool, TransferWay } from '@parley/contract';
import type { CarrierRouting, Leg, MediaAddresses, TransferWish } from '../carriers/carrier.ts';
import type { Database } from '../db/index.ts';
import type { Logger } from '../kernel/logger.ts';
import { RequestError } from '../kernel/request-error.ts';
import { within } from '../kernel/within.ts';
import type { MediaSession } from '../media/media.ts';
import type { RecordingLinks } from '../recordings/links.ts';
import { admitTransfer, shownAs, type TransferTarget, type WantedTransfer } from './admit-transfer.ts';
import type { CallEnding } from './call-ending.ts';
import type { CallJournal } from './call-journal.ts';
import type { LiveCall } from './call-record.ts';
import type { Connected } from './connected.ts';
import type { DatabaseClock } from './database-clock.ts';
import type { FinishDependencies } from './finish-dependencies.ts';
import { handOver } from './hand-over.ts';
import type { JoinableCalls, JoiningCall } from './joinable-calls.ts';
import type { LiveFeed } from './live-feed.ts';
import type { RouteChoice } from './place-call.ts';
import type { SlotReleases } from './slot-releases.ts';
import { TargetBriefing } from './target-briefing.ts';
import type { TargetLeg } from './target-leg.ts';
import { ADMISSION_LIMIT_MS, TargetLegs } from './target-legs.ts';
import { TelephoneTransfers } from './telephone-transfers.ts';
import { AGENT_HAS_LEFT, notHandedOver, unknownEnd, unreachable, untransferred } from './transfer-problem.ts';
import { TransferSteps } from './transfer-steps.ts';

export interface CallTransfersOptions {
  call: LiveCall;
  /** Patient, since a live call never waits for it. */
  db: Database;
  clock: DatabaseClock;
  releases: SlotReleases;
  routes: RouteChoice;
  routing: Pick<CarrierRouting, 'prepare' | 'carrierNamed' | 'whyGone'>;
  /** The address that the other side sends its audio to. */
  mediaAddresses: MediaAddresses;
  links: RecordingLinks;
  finish: FinishDependencies;
  log: Logger;
  journal: CallJournal;
  feed: LiveFeed;
  calls: JoinableCalls;
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
  | { kind: 'failed'; problem: string; sipCode: number }
  | { kind: 'over' };

/** Reports the progress of a transfer to the transferor, by SIP statuses. */
type Tell = TransferWish['tell'];

const OVER: Outcome = { kind: 'over' };

/**
 * Transfers of one call, asked for by the agent or by hand. One at a time; one that fails may be followed by another, and so may one
 * that is bridged: the person is connected with the next one then, and who talked with them before leaves.
 */
export class CallTransfers {
  readonly #options: CallTransfersOptions;
  #isUnderWay = false;
  readonly #legs: TargetLegs;
  readonly #steps: TransferSteps;
  readonly #briefing = new TargetBriefing();
  /** The person who talks with the caller in place of the agent. */
  #bridged: Connected | null = null;
  #isBridged = false;
  /** The person who talks with the caller and the agent. */
  #joined: Connected | null = null;
  #isClosed = false;

  constructor(options: CallTransfersOptions) {
    this.#options = options;
    this.#steps = new TransferSteps(options);
    const byTelephone = new TelephoneTransfers({
      ...options,
      bridged: () => this.#bridged,
      permit: (wanted, onPermitted) => this.#permitInTime(wanted, onPermitted),
      carryOut: (target, tell) => this.#carryOut(target, 'system', tell),
      warnOfFailure: (to, problem) => this.#warnOfFailure(to, problem),
    });
    this.#legs = new TargetLegs({
      ...options,
      onTransferWanted: (legId, wish) => void byTelephone.request(legId, wish),
    });
  }

  /** The agent has left, and the caller talks with another through us, or will in a moment. */
  get isBridged(): boolean {
    return this.#isBridged;
  }

  /** Another person talks with the caller and the agent. */
  get isConference(): boolean {
    return this.#joined !== null;
  }

  /** Resolves when the network has acknowledged the ends of all legs to targets, or will not. */
  get hangup(): Promise<void> {
    return this.#legs.hangup;
  }

  /** To one of the agent's destinations, whose numbers it does not know. The agent hears why when it fails. Never rejects. */
  async byAgent(name: string, tool: TransferCallTool | null): Promise<void> {
    const { log, call } = this.#options;
    const destination = tool?.destinations.find((one) => one.name === name);
    if (!tool || !destination) return this.#tellAgent(`there is no destination "${name}".`);
    let target: TransferTarget | null = null;
    try {
      target = await this.#permitInTime({ to: destination.phone_number, way: tool });
      if (!target) return this.#tellAgent('it cannot be done at this moment.');
    } catch (error) {
      if (!(error instanceof RequestError)) log.error({ err: error, call_id: call.call_id }, 'a transfer failed');
      return this.#tellAgent(error instanceof RequestError ? error.message : 'it cannot be done.');
    }
    const problem = await this.#carryOut(target, 'agent');
    if (problem !== null) this.#tellAgent(problem);
  }

  /**
   * Transfers to any number, requested by a person. Resolves when it is permitted and under way; the agent pauses
   * meanwhile. `db`: not the patient one. `onPermitted` stores who does it.
   * @throws RequestError
   */
  async byHand(
    db: Database,
    wanted: { to: string; way: TransferWay },
    { by, onPermitted }: { by: string; onPermitted(): Promise<void> },
  ): Promise<void> {
    const target = await this.#permit(db, wanted, onPermitted);
    const { media } = this.#options.parts() ?? {};
    if (this.#isBridged) media?.handOn(by, target.to);
    // A person who joins finds the agent in the middle of its talk.
    else if (wanted.way.mode !== 'conference') media?.transferring(by);
    void this.#carryOut(target, 'system').then((problem) => {
      if (problem === null) return;
      this.#warnOfFailure(target.to, problem);
      this.#tellAgent(problem);
    });
  }

  /** The target, after the briefing, accepts the call or declines it. */
  answer(legId: string, isAccepted: boolean): void {
    this.#briefing.answer(legId, isAccepted);
  }

  /** The agent leaves a conference, and the others go on. False where there is none. */
  releaseAgent(): boolean {
    const joined = this.#joined;
    const { media } = this.#options.parts() ?? {};
    if (!joined || !media) return false;
    this.#joined = null;
    media.connect('bridged', null);
    this.#steps.begin();
    this.#goOnWith(joined);
    return true;
  }

  /** Its caller is to be connected with that of another call, which takes the place of this leg. Null: not this leg, or not at this moment. */
  join(leg: Leg): JoiningCall | null {
    const bridged = this.#bridged;
    if (this.#isUnderWay || !bridged?.leg.isOn(leg)) return null;
    this.#isUnderWay = true;
    const settle = (to: string | null) => {
      if (to !== null) {
        this.#options.parts()?.media.handOn(bridged.target.to, to);
        bridged.target = { ...bridged.target, to };
        this.#noteTransferred(bridged.target);
      }
      this.#isNotUnderWay();
    };
    return { number: shownAs(this.#options.call), settle };
  }

  /** Nothing of the target's leg has been heard for too long: it is gone. */
  lose(legId: string): void {
    this.#legs.lose(legId);
  }

  /** Idempotent: the call is over, and so are all legs to targets. */
  close(): void {
    this.#isClosed = true;
    this.#legs.hangUp();
  }

  async #permit(db: Database, wanted: WantedTransfer, onPermitted?: () => Promise<void>): Promise<TransferTarget> {
    const { call, routes } = this.#options;
    if (this.#joined) throw new RequestError('conflict', 'Another person has joined the call already.');
    if (this.#isUnderWay) throw new RequestError('conflict', 'The call is being transferred already.');
    if (this.#isBridged && wanted.way.mode !== 'cold')
      throw new RequestError('unprocessable', AGENT_HAS_LEFT, { param: 'mode' });
    this.#isUnderWay = true;
    try {
      const target = await admitTransfer(db, routes, call, wanted);
      await onPermitted?.();
      return target;
    } catch (error) {
      this.#isNotUnderWay();
      throw error;
    }
  }

  /** Null: a permission that comes too late begins nothing. */
  async #permitInTime(wanted: WantedTransfer, onPermitted?: () => Promise<void>): Promise<TransferTarget | null> {
    const permitted = this.#permit(this.#options.db, wanted, onPermitted);
    if (await within(ADMISSION_LIMIT_MS, permitted)) return permitted;
    permitted.then(
      () => this.#isNotUnderWay(),
      () => {},
    );
    return null;
  }

  /** Ends the call when the caller is left alone: the person on the bridge may have hung up meanwhile. */
  #isNotUnderWay(): void {
    this.#isUnderWay = false;
    if (this.#isBridged && !this.#bridged && !this.#isClosed) this.#options.onTransferred('system');
  }

  /** Why it failed, in a sentence for the agent; null when it did not, or when the call is over. */
  async #carryOut(
    target: TransferTarget,
    endedBy: CallEnding['endedBy'],
    tell: Tell = () => {},
  ): Promise<string | null> {
    const { onTransferred } = this.#options;
    if (!this.#isBridged) this.#steps.begin();
    const outcome = await this.#connect(target, endedBy, tell);
    switch (outcome.kind) {
      case 'handed_over':
        this.#noteTransferred(target);
        onTransferred(endedBy);
        return null;
      case 'bridged':
        tell(200);
        this.#goOnWith({ target, leg: outcome.leg, endedBy });
        if (target.way.method === 'refer') void this.#handOver(this.#bridged!);
        return null;
      case 'joined':
        this.#join({ target, leg: outcome.leg, endedBy });
        return null;
      case 'over':
        return null;
      case 'failed':
        tell(outcome.sipCode);
        if (!this.#isBridged) this.#steps.talkAgain('transfer_failed');
        // The person who is still on the bridge talks on.
        else if (this.#bridged) this.#options.parts()?.media.connect('bridged', null);
        this.#isNotUnderWay();
        return outcome.problem;
    }
  }

  /** The caller talks with this person from now on; the previous one leaves. */
  #goOnWith(connected: Connected): void {
    const before = this.#bridged;
    this.#noteTransferred(connected.target);
    this.#bridged = connected;
    this.#isBridged = true;
    this.#isUnderWay = false;
    before?.leg.hangUp();
    void connected.leg.over.then(() => this.#noteLeft(connected));
  }

  /** The two talk with each other here until the network has connected them, and on where it does not. */
  async #handOver(connected: Connected): Promise<void> {
    const { parts, onTransferred, onWarning } = this.#options;
    const { leg } = parts() ?? {};
    if (!leg) return;
    this.#isUnderWay = true;
    const outcome = await handOver(leg, connected.leg);
    if (outcome.kind === 'over' || this.#isClosed) return;
    if (outcome.kind === 'done') return onTransferred(connected.endedBy);
    onWarning(notHandedOver(connected.target.to, outcome.problem));
    this.#isNotUnderWay();
  }

  /** Who leaves while the caller is handed on leaves it to the next one. */
  #noteLeft(connected: Connected): void {
    if (this.#isClosed || this.#bridged !== connected) return;
    this.#bridged = null;
    if (!this.#isUnderWay) this.#options.onTransferred(connected.endedBy);
  }

  /** All three talk, until the one who joined leaves, and the agent goes on, or the agent does. */
  #join(joined: Connected): void {
    this.#joined = joined;
    this.#steps.talkAgain('joined');
    this.#options.parts()?.media.personJoined();
    void joined.leg.over.then(() => {
      if (this.#isClosed || this.#joined !== joined) return;
      this.#joined = null;
      this.#isUnderWay = false;
      const { media } = this.#options.parts() ?? {};
      media?.connect('agent', null);
      media?.personLeft();
    });
  }

  async #connect(target: TransferTarget, endedBy: CallEnding['endedBy'], tell: Tell): Promise<Outcome> {
    const { method, mode, waiting_sound: waiting } = target.way;
    // An agent that has not asked for the person goes on talking until they are there.
    if (mode === 'conference') return this.#bridge(target, endedBy === 'agent' ? waiting : null, tell);
    if (method === 'bridge' || mode === 'warm') return this.#bridge(target, waiting, tell);
    const outcome = await this.#options.parts()?.leg.transfer(target.to);
    switch (outcome?.kind) {
      case undefined:
        return OVER;
      case 'transferred':
        return { kind: 'handed_over' };
      case 'ended':
        if (outcome.wasAccepted) this.#options.onWarning(unknownEnd(target.to));
        return OVER;
      case 'refused':
        if (method === 'auto') return this.#bridge(target, waiting, tell);
        return { kind: 'failed', problem: untransferred(outcome), sipCode: 503 };
      case 'failed':
      case 'unknown':
        return { kind: 'failed', problem: untransferred(outcome), sipCode: 503 };
    }
  }

  /** Calls the target, and connects it with the caller here. `waiting`: what the caller hears meanwhile. */
  async #bridge(target: TransferTarget, waiting: TransferWay['waiting_sound'] | null, tell: Tell): Promise<Outcome> {
    const { media } = this.#options.parts() ?? {};
    if (!media || this.#isClosed) return OVER;
    const leg = await this.#legs.place(target, media, () => tell(180));
    if (typeof leg === 'string') return this.#isClosed ? OVER : { kind: 'failed', problem: leg, sipCode: 480 };
    if (this.#isClosed) {
      leg.abandon();
      return OVER;
    }
    // The person on the bridge transfers the caller: neither of them is heard meanwhile.
    media.connect(this.#isBridged ? 'held' : 'dialing', waiting);
    const unanswered = await leg.dial();
    if (this.#isClosed) return OVER;
    const isWarm = target.way.mode === 'warm';
    if (unanswered === null && (!isWarm || (await this.#briefing.ask(leg, media, target.way)))) {
      const isConference = target.way.mode === 'conference';
      media.connect(isConference ? 'conference' : 'bridged', null);
      return { kind: isConference ? 'joined' : 'bridged', leg };
    }
    if (this.#isClosed) return OVER;
    if (!this.#isBridged) media.connect('agent', null);
    if (unanswered === null)
      return { kind: 'failed', problem: 'the person there does not take the call now.', sipCode: 603 };
    if (unanswered.by === 'network') return unreachable(unanswered.endReason, unanswered.sipCode);
    return unreachable(unanswered.by === 'ring_timeout' ? 'no_answer' : 'carrier_error', null);
  }

  #noteTransferred({ to }: TransferTarget): void {
    this.#steps.transferred(to);
    if (!this.#isBridged) this.#options.parts()?.media.transferred();
  }

  #warnOfFailure(to: string, problem: string): void {
    this.#options.onWarning(`The transfer to ${to} failed: ${problem}`);
  }

  #tellAgent(problem: string): void {
    if (!this.#isBridged) this.#options.parts()?.media.transferFailed(problem);
  }
}
