import type { Frame } from '@parley/audio';
import type { NegotiatedMedia } from '@parley/rtp';
import type { LegSound } from '../../carriers/carrier.ts';
import type { Connection, LegRole, WaitingSound } from '../audibility.ts';
import type { FurtherLegStats } from '../media.ts';
import { Bridge, type BridgeLeg } from './bridge.ts';
import type { Consultation } from './consultation.ts';
import { FrameEndpoint } from './frame-endpoint.ts';
import type { MediaEndpoint } from './media-endpoint.ts';
import { RtpEndpoint } from './rtp-endpoint.ts';
import type { RtpPorts } from './rtp-ports.ts';
import { SilenceWatch } from './silence-watch.ts';
import { SpeakerTimes } from './speaker-times.ts';
import { WaitingSounds } from './waiting-sound.ts';

/** The leg that a call begins with, within its media. */
const CALLER_LEG = 'caller';

export interface CallLegsOptions {
  rtpPorts: RtpPorts;
  /** Runs what comes from elsewhere for this call. */
  within(work: () => void): void;
  /** This further leg has sent no audio for too long. */
  onLost(legId: string): void;
}

/** The legs of one call: they come and go, are bridged at the call's rate, and hear each other's keys. */
export class CallLegs {
  readonly #options: CallLegsOptions;
  readonly #caller: BridgeLeg;
  readonly #bridge: Bridge;
  readonly #watches = new Map<string, SilenceWatch>();
  /** In a conference. */
  readonly speakers = new SpeakerTimes();
  /** By the leg's id within the media, its number in the call. */
  readonly #numbers = new Map<string, number>([[CALLER_LEG, 0]]);
  /** Further legs whose RTP was agreed upon. */
  readonly #agreed = new Set<string>();
  readonly #left: FurtherLegStats[] = [];
  #waiting: WaitingSounds | null = null;
  #consultation: { legId: string; with: Consultation } | null = null;
  #isClosed = false;

  constructor(caller: MediaEndpoint, options: CallLegsOptions) {
    this.#options = options;
    this.#caller = { id: CALLER_LEG, role: 'caller', endpoint: caller };
    this.#bridge = new Bridge(this.#caller);
  }

  /** The supervisor who talks with the caller in place of the agent. */
  get speaker(): string | null {
    return this.#bridge.speaker;
  }

  /** Some supervisor listens. */
  get isSupervised(): boolean {
    return this.#bridge.hasRole('supervisor');
  }

  /** Of the targets that were answered, those that have left included. */
  get stats(): FurtherLegStats[] {
    return [...this.#left, ...[...this.#watches.keys()].flatMap((legId) => this.#statsOf(legId))];
  }

  isSupervisor(legId: string): boolean {
    return this.#bridge.leg(legId)?.role === 'supervisor';
  }

  /** Resolves with the port for our SDP; 0 where the leg's audio comes as frames. */
  async join(legId: string, role: LegRole, { frames, isOverIpv6 }: LegSound, legNo: number): Promise<number> {
    const { within, rtpPorts } = this.#options;
    const call = this.#caller.endpoint;
    const endpoint = frames
      ? new FrameEndpoint({ ...frames, call, within })
      : new RtpEndpoint(await rtpPorts.open(call.rateHz, isOverIpv6));
    if (this.#isClosed) {
      endpoint.close();
      throw new Error('the call is over');
    }
    endpoint.onDtmf = (digit) => this.dtmf(legId, digit);
    this.#bridge.join({ id: legId, role, endpoint });
    if (role !== 'target') return endpoint.port;
    this.#watches.set(legId, new SilenceWatch());
    this.#numbers.set(legId, legNo);
    return endpoint.port;
  }

  /** Idempotent. */
  leave(legId: string): void {
    if (this.#consultation?.legId === legId) this.#endConsultation();
    this.#left.push(...this.#statsOf(legId));
    this.#bridge.leave(legId);
    this.#watches.delete(legId);
    this.#numbers.delete(legId);
    this.#agreed.delete(legId);
  }

  redirect(legId: string, remote: NegotiatedMedia): void {
    this.#agreed.add(legId);
    this.#bridge.leg(legId)?.endpoint.redirect(remote);
  }

  takeOver(legId: string): void {
    this.#bridge.takeOver(legId);
  }

  giveBack(): void {
    this.#bridge.giveBack();
  }

  /** `waiting`: what the caller hears while the other side is called; null: nothing. */
  connect(connection: Connection, waiting: WaitingSound | null): void {
    if (connection !== 'consulting') this.#endConsultation();
    this.#bridge.connect(connection);
    this.#waiting = waiting && new WaitingSounds(waiting, this.#caller.endpoint.rateHz);
    for (const watch of this.#watches.values()) watch.reset();
  }

  /** This leg hears what the call is about, and says whether it takes it. */
  consult(legId: string, consultation: Consultation): void {
    this.#endConsultation();
    this.#consultation = { legId, with: consultation };
  }

  /** A key of the caller. True when it was for the other side of a bridge. */
  passDigit(digit: string): boolean {
    return this.#pass(this.#caller.id, digit);
  }

  /** A key of a further leg. */
  dtmf(legId: string, digit: string): void {
    if (this.#consultation?.legId === legId) this.#consultation.with.press(digit);
    else if (this.#bridge.leg(legId)?.role === 'target') this.#pass(legId, digit);
  }

  /** Takes one frame of each leg. Returns that of the caller, and what the agent hears. `atMs`: of the conversation. */
  pull(atMs: number): { caller: Frame | null; heardByAgent: Frame | null } {
    for (const [legId, watch] of this.#watches) this.#watchLeg(legId, watch);
    const pulled = this.#bridge.pull();
    if (this.#bridge.connection === 'conference') this.#noteSpeakers(atMs);
    const { legId, with: consultation } = this.#consultation ?? {};
    if (legId !== undefined) consultation?.hear(this.#bridge.frameOf(legId));
    return pulled;
  }

  /** Sends each leg what it hears. Returns what the caller was sent. */
  send(agent: Frame | null): Frame | null {
    const briefing = this.#consultation?.with.next() ?? null;
    return this.#bridge.send({ agent, waiting_tone: this.#waiting?.next() ?? null, briefing });
  }

  /** Idempotent. The caller's leg stays. */
  close(): void {
    this.#isClosed = true;
    this.#endConsultation();
    this.#bridge.close();
  }

  #endConsultation(): void {
    this.#consultation?.with.close();
    this.#consultation = null;
  }

  /** One that never answered has agreed upon nothing and was sent nothing, and has no figures. */
  #statsOf(legId: string): FurtherLegStats[] {
    const legNo = this.#watches.has(legId) ? this.#numbers.get(legId) : undefined;
    const stats = this.#bridge.leg(legId)?.endpoint.stats;
    const isAnswered = stats && (stats.packetsSent > 0 || this.#agreed.has(legId));
    return legNo !== undefined && isAnswered ? [{ ...stats, legNo }] : [];
  }

  #noteSpeakers(atMs: number): void {
    this.speakers.note(
      atMs,
      [...this.#numbers].map(([legId, leg]) => [leg, this.#bridge.frameOf(legId)] as [number, Frame | null]),
    );
  }

  #pass(from: string, digit: string): boolean {
    if (this.#bridge.connection !== 'bridged') return false;
    for (const { id, role, endpoint } of this.#bridge.legs)
      if (id !== from && role !== 'supervisor') endpoint.sendDtmf(digit);
    return true;
  }

  /** Before it is connected a side may not have answered, and one that holds us may send nothing. */
  #watchLeg(legId: string, watch: SilenceWatch): void {
    const { endpoint } = this.#bridge.leg(legId)!;
    if (!isConnected(this.#bridge.connection) || endpoint.isHeld) watch.reset();
    else if (watch.tick(endpoint.received)) this.#options.onLost(legId);
  }
}

/** Caller and target hear each other. */
const isConnected = (connection: Connection): boolean => connection === 'bridged' || connection === 'conference';
