import type {
  Carrier,
  DialRequest,
  InboundLeg,
  Leg,
  LegEnd,
  LegEvent,
  LegToken,
  OutgoingLeg,
  TransferOutcome,
} from '../../carriers/carrier.ts';
import { EventQueue } from '../../kernel/event-queue.ts';

const media: Extract<LegEvent, { type: 'media_changed' }>['media'] = {
  remote: { address: '127.0.0.1', port: 40_000 },
  codec: 'PCMU',
  payloadType: 0,
  alternatives: [],
  telephoneEventPayloadType: 101,
  ptimeMs: 20,
  crypto: null,
  rtcp: { mux: true },
  direction: 'sendrecv',
  networks: [],
};

/** The other end of a call, as a test tells it. */
export class ScriptedLeg implements Leg {
  readonly request: DialRequest;
  readonly #events = new EventQueue<LegEvent>();
  readonly #token: LegToken;
  readonly hungUp = Promise.withResolvers<void>();
  readonly confirmed = Promise.withResolvers<void>();
  /** What happens on the network when we hang up. */
  onHangUp: (leg: ScriptedLeg) => void = (leg) => leg.end({ by: 'local', endReason: null, sipCode: null });

  constructor(request: DialRequest, carrier: string) {
    this.request = request;
    this.#token = { carrier, dialog: { callId: request.to } };
  }

  get events(): AsyncIterable<LegEvent> {
    return this.#events;
  }

  ring(): void {
    this.#events.push({ type: 'ringing', sipCode: 180 });
  }

  answer(): void {
    this.#events.push({ type: 'answered', media, token: this.#token });
  }

  end(end: LegEnd): void {
    this.#events.push({ type: 'ended', ...end });
    this.#events.close();
  }

  /** The other side's BYE. */
  bye(): void {
    this.end({ by: 'remote', endReason: 'user_hangup', sipCode: null });
  }

  confirm(): void {
    this.confirmed.resolve();
  }

  async hangUp(): Promise<void> {
    this.onHangUp(this);
    this.hungUp.resolve();
  }

  /** The other side's REFER. Returns the SIP codes of its NOTIFYs, as they come. */
  wantTransfer(to: string): number[] {
    const notified: number[] = [];
    this.#events.push({ type: 'transfer_wanted', to, tell: (sipCode) => notified.push(sipCode) });
    return notified;
  }

  /** Transfers that were asked for, in order; the test resolves them. */
  readonly transfers: { to: string | ScriptedLeg; resolve(outcome: TransferOutcome): void }[] = [];

  transfer(to: string): Promise<TransferOutcome> {
    return new Promise((resolve) => this.transfers.push({ to, resolve }));
  }

  /** The network connects it with no other leg. */
  isAlone = false;

  transferTo(target: Leg): Promise<TransferOutcome> | null {
    if (this.isAlone || !(target instanceof ScriptedLeg)) return null;
    return new Promise((resolve) => this.transfers.push({ to: target, resolve }));
  }
}

/** A network of scripted legs: what was dialled, in order. */
export class ScriptedCarrier implements Carrier {
  readonly name: string;
  readonly simulated: boolean;
  readonly legs: ScriptedLeg[] = [];
  #waiting: ((leg: ScriptedLeg) => void)[] = [];

  constructor(name: string, simulated = true) {
    this.name = name;
    this.simulated = simulated;
  }

  outgoing(request: DialRequest): OutgoingLeg {
    return { frames: null, dial: () => this.#dial(request) };
  }

  /** The next leg that is dialled. */
  next(): Promise<ScriptedLeg> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** What was left open, and ended by another process. */
  readonly orphans: LegToken[] = [];

  async hangUpOrphan(token: LegToken): Promise<'ended'> {
    this.orphans.push(token);
    return 'ended';
  }

  #dial(request: DialRequest): Leg {
    const leg = new ScriptedLeg(request, this.name);
    this.legs.push(leg);
    this.#waiting.shift()?.(leg);
    return leg;
  }
}

/** A leg that the other side began. */
export class ScriptedCaller implements InboundLeg {
  readonly to: string;
  readonly from = '+12025550101';
  readonly simulated = true;
  readonly trunkIds = null;
  readonly frames = null;
  /** What we said on the network, in order. */
  readonly said: string[] = [];
  readonly #events = new EventQueue<LegEvent>();

  constructor(to: string) {
    this.to = to;
  }

  get events(): AsyncIterable<LegEvent> {
    return this.#events;
  }

  ring(): void {
    this.said.push('ring');
  }

  answer(): void {
    this.said.push('answer');
    this.#events.push({ type: 'answered', media, token: { carrier: 'sip', dialog: {} } });
  }

  reject(sipCode: number): void {
    this.said.push(`reject ${sipCode}`);
  }

  confirm(): void {}

  /** The caller's BYE. */
  bye(): void {
    this.#events.push({ type: 'ended', by: 'remote', endReason: 'user_hangup', sipCode: null });
    this.#events.close();
  }

  async transfer(): Promise<TransferOutcome> {
    return { kind: 'refused', sipCode: 405 };
  }

  async hangUp(): Promise<void> {
    this.said.push('hang up');
    this.#events.push({ type: 'ended', by: 'local', endReason: null, sipCode: null });
    this.#events.close();
  }
}
