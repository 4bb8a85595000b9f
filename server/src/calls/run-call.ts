import type { EndReason, Variables } from '@parley/contract';
import {
  type InboundLeg,
  type Leg,
  type LegEnd,
  type LegEvent,
  type LegSound,
  type LegToken,
  localMedia,
  type OutgoingLeg,
} from '../carriers/carrier.ts';
import type { MediaSession } from '../media/media.ts';
import type { CallTools } from '../tools/call-tools.ts';
import type { CallDependencies } from './call-dependencies.ts';
import { carrierFault, enderOf, endingBy, tookAnotherWay, withoutWords } from './call-end.ts';
import type { CallEnding } from './call-ending.ts';
import { CallJournal } from './call-journal.ts';
import { advance, type LiveCall, StaleCallError, storeIdentity, storeToken, storeVariables } from './call-record.ts';
import { type CallParts, setUpCall } from './call-setup.ts';
import { FIRST_LEG } from './call-signalling.ts';
import { CallTransfers } from './call-transfers.ts';
import type { CallWays } from './call-ways.ts';
import { keepSignalling } from './kept-signalling.ts';
import { LiveFeed } from './live-feed.ts';
import { MediaReports } from './media-reports.ts';
import { publishAnswered } from './publish-answered.ts';

/** What is called off then. One for all calls: its stack tells nothing, and is dear. */
const CALL_IS_OVER = new DOMException('The call is over.', 'AbortError');

/** How long a CANCEL waits for the final response that tells how the call ended. */
const FINAL_RESPONSE_MS = 2000;

/**
 * One live call, from dialling to its end. The first reason to end wins; whatever the network answers afterwards is
 * only waited for. The call never waits for the database: the journal stores what happened, in order.
 */
export class CallRun {
  readonly #dependencies: CallDependencies;
  readonly #call: LiveCall;
  /** For those who follow the call in this process. */
  readonly feed: LiveFeed;
  readonly #journal: CallJournal;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #released = Promise.withResolvers<null>();
  readonly #warnings: string[] = [];
  #leg: Leg | null = null;
  #media: MediaSession | null = null;
  readonly #opened = Promise.withResolvers<MediaSession | null>();
  /** Resolves when everything that the media had to tell is in the journal. */
  #following: Promise<void> = Promise.resolve();
  #ending: Pick<CallEnding, 'endReason' | 'endedBy' | 'warning'> | null = null;
  #hangup: Promise<void> | null = null;
  readonly transfers: CallTransfers;
  /** Of a call that comes in; once. */
  #ring: (() => void) | null = null;
  #tools: CallTools | null = null;
  #parts: CallParts | null = null;
  /** Aborts requests to models and tools when the call stops. */
  readonly #stopping = new AbortController();
  /** Of carriers that could not take the call. */
  readonly #formerLegs: Leg[] = [];
  /** The network has said anything at all of our INVITE. */
  #progressed = false;
  #rang = false;
  #answered = false;
  #over = false;
  #stored = false;

  constructor(dependencies: CallDependencies, call: LiveCall) {
    this.#dependencies = dependencies;
    this.#call = call;
    this.feed = new LiveFeed(call.direction === 'outbound' ? 'dialing' : 'ringing');
    this.#journal = new CallJournal((step, error) => this.#onJournalFailure(step, error));
    this.transfers = new CallTransfers({
      ...{ ...dependencies, call, journal: this.#journal, feed: this.feed },
      parts: () => (this.#leg && this.#media && !this.#over ? { leg: this.#leg, media: this.#media } : null),
      onTransferred: (endedBy) => this.end('transferred', endedBy),
      onWarning: (warning) => this.#warnings.push(warning),
    });
  }

  get callId(): string {
    return this.#call.call_id;
  }

  get accountId(): string {
    return this.#call.account_id;
  }

  /** Its media, as soon as there is any; null when the call ended without. */
  get media(): Promise<MediaSession | null> {
    return this.#opened.promise;
  }

  /** Nothing but its storage is left of it. */
  get isOver(): boolean {
    return this.#over;
  }

  /** Its end is in the database. */
  get isStored(): boolean {
    return this.#stored;
  }

  /** Resolves when the network has acknowledged our BYE or CANCEL, or will not. */
  get hangup(): Promise<void> {
    return Promise.all([this.#hangup, this.transfers.hangup]).then(() => {});
  }

  /** Dials, by the next way where one cannot take the call, and resolves when the call is over and stored. */
  async dial(ways: CallWays): Promise<void> {
    const outgoing = ways.first() ?? (await ways.next());
    if (!outgoing) return this.abandon('carrier_error', ways.whyGone);
    const begin = (media: MediaSession) => {
      // Ended before it was dialled: there is no leg.
      if (this.#ending) return null;
      this.#after(this.#call.ring_timeout_s * 1000, () => this.#stopRinging(outgoing));
      return this.#dialBy(outgoing, media);
    };
    await this.#run(outgoing, begin, ways);
  }

  #dialBy(outgoing: OutgoingLeg, media: MediaSession): Leg {
    return outgoing.dial(localMedia(this.#dependencies.mediaAddresses, outgoing, media.port));
  }

  #stopRinging({ silence = 'nothing came back from the carrier' }: OutgoingLeg): void {
    if (this.#answered) return;
    if (this.#progressed) this.end('no_answer', 'system');
    // Where nothing ever came back, nothing has rung.
    else this.end('carrier_error', 'system', carrierFault(silence));
  }

  /** Answers a leg that the other side began, and resolves when the call is over and stored. */
  async answer(leg: InboundLeg): Promise<void> {
    // Ours from now on: whatever happens until it is answered, the caller gets a final response.
    this.#leg = leg;
    let rings = false;
    this.#ring = () => {
      if (!rings) leg.ring();
      rings = true;
    };
    void leg
      .verifyIdentity?.()
      ?.then((identity) =>
        this.#journal.append('identity', () => storeIdentity(this.#dependencies.db, this.callId, identity)),
      );
    await this.#run(leg, (media) => {
      if (this.#ending) return leg;
      this.#ring?.();
      leg.answer(localMedia(this.#dependencies.mediaAddresses, leg, media.port));
      return leg;
    });
  }

  /** Ends a call that cannot or must not be dialled, and resolves when that is stored. */
  async abandon(endReason: EndReason, warning?: string): Promise<void> {
    const { call_id, route } = this.#call;
    this.#dependencies.log.warn({ call_id, route, refusal: endReason }, 'a call was not dialled');
    this.#ending ??= { endReason, endedBy: 'system', warning };
    await this.#close(null);
  }

  /** Asked for from outside: before the answer the call is canceled, after it the agent hangs up. */
  hangUp(): void {
    if (this.transfers.isBridged) this.end('transferred', 'system');
    else this.end(this.#answered ? 'agent_hangup' : 'canceled', 'system');
  }

  /** The agent says that it has to go, and hangs up. Before the answer the call ends at once. */
  sayFarewell(): void {
    if (this.#answered && this.#media) this.#media.sayFarewell();
    else this.end('interrupted_by_restart', 'system');
  }

  /** Idempotent: the first reason stays. Hangs up on the network with CANCEL or BYE. */
  end(endReason: EndReason, endedBy: CallEnding['endedBy'] = enderOf(endReason), warning?: string): void {
    if (this.#ending) return;
    this.#ending = { endReason, endedBy, warning };
    this.#stopping.abort(CALL_IS_OVER);
    if (!this.#leg) return;
    this.#storeClosing();
    this.#hangUp(this.#leg);
  }

  /**
   * A session is over once its BYE has left (RFC 3261, section 15.1.1): the call does not wait for the response, which may
   * take 32 s. After a CANCEL the final response usually comes at once, and is worth a moment.
   */
  #hangUp(leg: Leg): void {
    if (this.#hangup) return;
    this.transfers.close();
    this.#hangup = leg.hangUp();
    this.#hangup.catch((error: unknown) => {
      this.#dependencies.log.error({ err: error, call_id: this.callId }, 'a call could not be hung up');
    });
    if (this.#answered) this.#released.resolve(null);
    else if (!this.#over) this.#after(FINAL_RESPONSE_MS, () => this.#released.resolve(null));
  }

  /** `ways`: of a call that is dialled; the first of them is the one of `sound` and `begin`. */
  async #run(sound: LegSound, begin: (media: MediaSession) => Leg | null, ways?: CallWays): Promise<void> {
    let sipCode: number | null = null;
    try {
      const parts = await this.#setUp(sound);
      this.#parts = parts;
      this.#media = parts.session;
      this.#opened.resolve(parts.session);
      this.#following = this.#followMedia(parts).catch((error: unknown) => {
        this.#dependencies.log.error({ err: error, call_id: this.callId }, 'a call failed');
        this.end('internal_error', 'system');
      });
      for (let leg = begin(parts.session); leg; ) {
        this.#leg = leg;
        const end = await Promise.race([this.#followLeg(leg, ways), this.#released.promise]);
        sipCode = end?.sipCode ?? null;
        if (!end || !ways || this.#ending) break;
        this.#formerLegs.push(leg);
        leg = await this.#nextLeg(end, sound, ways, parts.session);
      }
    } catch (error) {
      this.#dependencies.log.error({ err: error, call_id: this.callId }, 'a call failed');
      this.end('internal_error', 'system');
    }
    await this.#close(sipCode);
  }

  #setUp(sound: LegSound): Promise<CallParts> {
    const options = {
      ...this.#dependencies,
      call: this.#call,
      ring: () => this.#ring?.(),
      storeVariables: (found: Variables) => this.#storeVariables(found),
      onWarning: (warning: string) => this.#warnings.push(warning),
      signal: this.#stopping.signal,
    };
    return setUpCall(options, sound, (tools) => {
      this.#tools = tools;
    });
  }

  #storeVariables(found: Variables): void {
    this.#journal.append('variables', () => storeVariables(this.#dependencies.db, this.callId, found));
  }

  async #close(sipCode: number | null): Promise<void> {
    this.#over = true;
    this.#opened.resolve(null);
    const stored = this.#storeEnd(sipCode, this.#dependencies.clock.at(performance.now()));
    this.#dependencies.releases.expect(this.accountId, stored);
    this.feed.push({ type: 'ended', endReason: await stored });
    await this.#keepSignalling();
  }

  async #storeEnd(sipCode: number | null, endedAt: Date): Promise<EndReason> {
    const { ends, log } = this.#dependencies;
    for (const timer of this.#timers) clearTimeout(timer);
    if (this.#leg) this.#hangUp(this.#leg);
    this.#stopping.abort(CALL_IS_OVER);
    await this.#parts?.uses.close();
    const closed = this.#media ? await this.#media.close() : null;
    await this.#following;
    const warnings = [...this.#warnings, ...(this.#tools?.warnings ?? [])];
    const media = closed && { ...closed, warnings: [...warnings, ...closed.warnings] };
    const reason = this.#ending ?? { endReason: 'internal_error' as const, endedBy: 'system' as const };
    const ending: CallEnding = { ...reason, sipCode, endedAt, media: this.#answered ? media : null };
    await this.#journal.append('finish', async () => {
      try {
        await ends.finish(this.callId, ending);
      } catch (error) {
        log.error({ err: error, call_id: this.callId }, 'the end of a call could not be stored whole');
        await ends.finish(this.callId, { ...ending, media: withoutWords(ending.media) });
      }
      this.#stored = true;
    });
    return reason.endReason;
  }

  /** It is read by those who ask why a call went wrong: nothing waits for it but the process that stops. */
  async #keepSignalling(): Promise<void> {
    const { signalling: store } = this.#dependencies;
    const legs = [...new Set([...this.#formerLegs, ...(this.#leg ? [this.#leg] : [])])];
    await keepSignalling(legs, this.#hangup ?? Promise.resolve(), (signalling) =>
      this.#journal.append('signalling', () => store.store(this.callId, FIRST_LEG, signalling)),
    );
  }

  /** How the leg ended. So does the call, unless the carrier could not take it and there is another way. */
  async #followLeg(leg: Leg, ways: CallWays | undefined): Promise<LegEnd | null> {
    for await (const event of leg.events) {
      // What comes after our BYE is between the leg and the network.
      if (this.#over) continue;
      if (event.type !== 'ended') {
        this.#onLegEvent(event);
        continue;
      }
      if (event.by === 'network') {
        this.#dependencies.log.info({ call_id: this.callId, detail: event.detail }, 'leg ended by the network');
        // Where it has rung, another way would ring a second time.
        if (event.isUnavailable && !this.#rang && !this.#answered && ways?.hasMore) return event;
      }
      this.#ending ??= endingBy(event, this.transfers.isBridged);
      return event;
    }
    return null;
  }

  /** Null: the call has ended, by this end of the leg before where there is no way left that can be dialled. */
  async #nextLeg(end: LegEnd, sound: LegSound, ways: CallWays, media: MediaSession): Promise<Leg | null> {
    const former = ways.name;
    const outgoing = await Promise.race([ways.next(sound), this.#released.promise]);
    if (!outgoing || this.#ending) {
      this.#ending ??= endingBy(end, false);
      return null;
    }
    if (end.by === 'network') this.#warnings.push(tookAnotherWay(former, end.detail, ways.name));
    return this.#dialBy(outgoing, media);
  }

  #onLegEvent(event: Exclude<LegEvent, { type: 'ended' }>): void {
    const { db } = this.#dependencies;
    this.#progressed = true;
    switch (event.type) {
      case 'trying':
        return;
      case 'ringing':
        this.#rang = true;
        this.feed.push({ type: 'phase', phase: 'ringing' });
        this.#journal.append('ringing', () => advance(db, this.callId, 'ringing', { sipCode: event.sipCode }));
        return;
      case 'answered':
        this.#onAnswered(event);
        return;
      case 'media_changed':
        this.#media?.redirect(event.media);
        return;
      case 'token_changed':
        this.#journal.append('dialog', () => storeToken(db, this.callId, event.token));
        return;
      case 'dtmf':
        this.#media?.dtmf(event.digit);
        return;
      case 'transfer_wanted':
        event.tell(603); // only who was called for the caller may hand them on
        return;
    }
  }

  #onAnswered(event: Extract<LegEvent, { type: 'answered' }>): void {
    this.#answered = true;
    this.feed.push({ type: 'phase', phase: 'talking' });
    const answeredAt = this.#dependencies.clock.at(performance.now());
    // The audio first: the callee is listening already. The database hears of it while the first words are spoken.
    if (!this.#ending) this.#media?.answer(event.media);
    this.#after(this.#call.max_duration_s * 1000, () => this.end('max_duration', 'system'));
    this.#journal.append('answered', () => this.#storeAnswered({ token: event.token, answeredAt }));
    if (this.#ending) this.#storeClosing();
  }

  async #storeAnswered(detail: { token: LegToken; answeredAt: Date }): Promise<void> {
    const stored = await this.#dependencies.answers.store({ callId: this.callId, ...detail });
    if (stored === 'wanted') await publishAnswered(this.#dependencies, this.#call, detail);
    this.#leg?.confirm();
  }

  #storeClosing(): void {
    if (this.#answered) this.feed.push({ type: 'phase', phase: 'ending' });
    this.#journal.append('closing', () => advance(this.#dependencies.db, this.callId, 'closing'));
  }

  #followMedia(parts: CallParts): Promise<void> {
    const reports = new MediaReports({
      ...this.#dependencies,
      call: this.#call,
      parts,
      journal: this.#journal,
      feed: this.feed,
      transfers: this.transfers,
      end: (...why) => this.end(...why),
    });
    return reports.follow();
  }

  #after(delayMs: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, delayMs);
    this.#timers.add(timer);
  }

  /** A call that another owner has moved on is not ours any more. Any other failure is a fault that the log must show. */
  #onJournalFailure(step: string, error: unknown): void {
    this.#dependencies.log.error({ err: error, call_id: this.callId, step }, 'a step of a call could not be stored');
    if (error instanceof StaleCallError) this.end('internal_error', 'system');
  }
}
