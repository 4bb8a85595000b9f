import type { Frame } from '@parley/audio';
import { audible, type Connection, type LegRole, type Listener, type Source } from '../audibility.ts';
import { GainMatrix } from './gain-matrix.ts';
import type { MediaEndpoint } from './media-endpoint.ts';

/** One connection of a call with a person: it has an id of its own, a place in the call, and media. */
export interface BridgeLeg {
  readonly id: string;
  readonly role: LegRole;
  readonly endpoint: MediaEndpoint;
}

const AGENT = 'agent';

/**
 * Mixes the legs of one call and its agent by a matrix of gains, 20 ms at a time. Listening, take-over, transfer and
 * conference are what the matrix says. One for each call, in its media thread.
 */
export class Bridge {
  readonly #caller: BridgeLeg;
  readonly #legs = new Map<string, BridgeLeg>();
  readonly #gains = new GainMatrix();
  readonly #frames = new Map<string, Frame | null>();
  #connection: Connection = 'agent';
  #speaker: string | null = null;

  /** @param caller the leg that is there from the beginning to the end */
  constructor(caller: BridgeLeg) {
    this.#caller = caller;
    this.#legs.set(caller.id, caller);
    this.#setGains();
  }

  /** Caller and agent are the only ones: there is nothing to mix. */
  get isPlain(): boolean {
    return this.#legs.size === 1 && this.#connection === 'agent';
  }

  get connection(): Connection {
    return this.#connection;
  }

  get legs(): Iterable<BridgeLeg> {
    return this.#legs.values();
  }

  /** The supervisor who talks with the caller in place of the agent. */
  get speaker(): string | null {
    return this.#speaker;
  }

  /** A leg by its id; null where there is none. */
  leg(legId: string): BridgeLeg | null {
    return this.#legs.get(legId) ?? null;
  }

  hasRole(role: LegRole): boolean {
    return [...this.#legs.values()].some((leg) => leg.role === role);
  }

  join(leg: BridgeLeg): void {
    this.#legs.set(leg.id, leg);
    this.#setGains();
  }

  /** Idempotent. Closes the leg's media. A supervisor who took over returns the call to the agent. */
  leave(legId: string): void {
    if (legId === this.#caller.id) return;
    if (this.#speaker === legId) this.giveBack();
    this.#legs.get(legId)?.endpoint.close();
    this.#legs.delete(legId);
    this.#frames.delete(legId);
    this.#setGains();
  }

  connect(connection: Connection): void {
    this.#connection = connection;
    this.#setGains();
  }

  /** The caller hears this supervisor in place of the agent. The supervisor's queued audio is dropped. */
  takeOver(legId: string): void {
    this.#speaker = legId;
    this.#legs.get(legId)?.endpoint.clear();
    this.#setGains();
  }

  /** Idempotent. */
  giveBack(): void {
    this.#speaker = null;
    this.#setGains();
  }

  /** Takes one frame of each leg. Returns that of the caller, and what the agent hears. */
  pull(): { caller: Frame | null; heardByAgent: Frame | null } {
    const caller = this.#caller.endpoint.pull();
    if (this.isPlain) return { caller, heardByAgent: caller };
    this.#frames.set(this.#caller.id, caller);
    for (const { id, endpoint } of this.#legs.values())
      if (id !== this.#caller.id) this.#frames.set(id, endpoint.pull());
    return { caller, heardByAgent: this.#gains.mixFor(AGENT, this.#frames) };
  }

  /** Of this leg, as it was pulled last. */
  frameOf(legId: string): Frame | null {
    return this.#frames.get(legId) ?? null;
  }

  /** Sends each leg what it hears of the frames that were pulled and of these. Returns what the caller was sent. */
  send(sources: Record<Exclude<Source, LegRole>, Frame | null>): Frame | null {
    if (this.isPlain) return this.#sendTo(this.#caller, sources.agent);
    for (const [source, frame] of Object.entries(sources)) this.#frames.set(source, frame);
    let heardByCaller: Frame | null = null;
    for (const leg of this.#legs.values()) {
      const sent = this.#sendTo(leg, this.#gains.mixFor(leg.id, this.#frames));
      if (leg === this.#caller) heardByCaller = sent;
    }
    return heardByCaller;
  }

  /** Closes the media of all legs but the caller's. */
  close(): void {
    for (const id of [...this.#legs.keys()]) this.leave(id);
  }

  /** Nothing may be sent to one who holds us. */
  #sendTo({ endpoint }: BridgeLeg, frame: Frame | null): Frame | null {
    const sent = endpoint.isHeld ? null : frame;
    endpoint.send(sent);
    return sent;
  }

  #setGains(): void {
    this.#gains.clear();
    this.#connectListener(AGENT, AGENT);
    for (const { id, role } of this.#legs.values()) this.#connectListener(id, role);
  }

  #connectListener(id: string, role: Listener): void {
    for (const source of audible[this.#connection][role])
      for (const party of this.#partiesOf(source)) this.#gains.set(party, id, 1);
    if (this.#connection === 'held') return;
    if (this.#speaker !== null && this.#speaker !== id && this.#hearsSpeaker(role))
      this.#gains.set(this.#speaker, id, 1);
  }

  /** The agent does not: what a supervisor says is not recognized. */
  #hearsSpeaker(role: Listener): boolean {
    if (role === 'target') return this.#connection === 'bridged' || this.#connection === 'conference';
    return role !== 'agent';
  }

  #partiesOf(source: Source): string[] {
    const legs = [...this.#legs.values()].filter(({ role }) => role === source);
    return source === 'caller' || source === 'target' || source === 'supervisor' ? legs.map(({ id }) => id) : [source];
  }
}
