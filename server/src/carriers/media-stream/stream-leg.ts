import type { EndReason } from '@parley/contract';
import { EventQueue } from '../../kernel/event-queue.ts';
import type { FrameSound, Leg, LegEnd, LegEvent, LegToken, TransferOutcome } from '../carrier.ts';
import { MediaStream } from './media-stream.ts';
import type { StreamDialect } from './stream-dialect.ts';

/** Carriers open the stream within 1 s after the answer, and then give up. */
const STREAM_WITHIN_MS = 10_000;

/** Report and stream come by connections of their own, in any order: the stream says whether the call was ended or lost. */
const STREAM_END_WITHIN_MS = 2_000;

/** How long the last words wait to be played before the call is hung up. */
const LAST_WORDS_MS = 800;

/** How far a call has come before it is answered: reports overtake each other, and what is behind is no news. */
const progressOf = { trying: 1, ringing: 2, answered: 3 } as const;

export interface StreamLegOptions {
  /** The carrier in words. */
  carrier: string;
  dialect: StreamDialect;
  /** Whether a stream that says this is of our account with the carrier. */
  isOurs(account: string | null): boolean;
  /** The leg is over: nothing that comes for it is news. */
  onOver(): void;
}

const LOCAL = { by: 'local', endReason: null, sipCode: null } as const satisfies LegEnd;
const REMOTE: LegEnd = { by: 'remote', endReason: 'user_hangup', sipCode: null };

/**
 * A call of a carrier with an HTTP interface and audio over a WebSocket: answered when its media stream is
 * there, over when the carrier says so or the stream ends.
 */
export abstract class StreamLeg implements Leg {
  readonly stream: MediaStream;
  /** Something was reported of it with a signature that is not the carrier's for this account and address. */
  isMisreported = false;
  readonly #carrier: string;
  readonly #onOver: () => void;
  readonly #queue = new EventQueue<LegEvent>();
  /** Null: there is no call, and there will be none. */
  readonly #callId = Promise.withResolvers<string | null>();
  #knownId: string | null = null;
  #progress = 0;
  #isAnswered = false;
  #isOver = false;
  #streaming: NodeJS.Timeout | undefined;
  #ending: NodeJS.Timeout | undefined;
  #hangup: Promise<void> | null = null;

  constructor({ carrier, dialect, isOurs, onOver }: StreamLegOptions) {
    this.#carrier = carrier;
    this.#onOver = onOver;
    this.stream = new MediaStream({
      dialect,
      isOfCall: ({ account, callId }) => isOurs(account) && callId === (this.#knownId ?? callId),
      onStart: ({ callId }) => {
        this.identify(callId);
        this.#answer();
      },
      onDtmf: (digit) => this.#queue.push({ type: 'dtmf', digit }),
      onStop: () => this.streamStopped(),
      onLost: (reason) => this.#onStreamLost(reason),
    });
  }

  get events(): AsyncIterable<LegEvent> {
    return this.#queue;
  }

  get frames(): FrameSound {
    return this.stream.frames;
  }

  /** Null until the carrier has said which call it is. */
  protected get callId(): string | null {
    return this.#knownId;
  }

  isCall(callId: string): boolean {
    return this.#knownId === callId;
  }

  /** It is not over, and is not being ended. */
  get isWanted(): boolean {
    return !this.#isOver && this.#hangup === null;
  }

  protected get isOver(): boolean {
    return this.#isOver;
  }

  confirm(): void {}

  /** A media stream ends with the call that it belongs to: there is no way to leave one and keep the other. */
  async transfer(): Promise<TransferOutcome> {
    return { kind: 'refused', sipCode: null };
  }

  hangUp(): Promise<void> {
    this.#hangup ??= this.#hangUp();
    return this.#hangup;
  }

  /** The carrier knows the call by this from now on; null: there is none. */
  identify(callId: string | null): void {
    this.#knownId ??= callId;
    this.#callId.resolve(callId);
  }

  /** Ends the call at the carrier, whatever it does at the moment; one that is over already is no fault. */
  protected abstract endAtCarrier(callId: string, wasAnswered: boolean): Promise<void>;

  /** With which another process can end the call. */
  protected abstract tokenOf(callId: string | null): LegToken;

  /** The carrier reports how far the call is, in any order and more than once. */
  protected advance(step: keyof typeof progressOf): void {
    if (this.#isOver || progressOf[step] <= this.#progress) return;
    this.#progress = progressOf[step];
    if (step === 'trying') this.#queue.push({ type: 'trying' });
    else if (step === 'ringing') this.#queue.push({ type: 'ringing', sipCode: 180 });
    else this.awaitStream();
  }

  /** The carrier reports that the call is over, and was not answered. */
  protected unanswered(endReason: EndReason, sipCode: number | null, detail: string): void {
    this.end({ by: 'network', endReason, sipCode, detail });
  }

  /** The carrier reports that it was canceled: by us, unless we have not. */
  protected canceled(): void {
    this.end(this.#hangup ? LOCAL : networkEnd('canceled', `the call was canceled at ${this.#carrier}`));
  }

  /** The carrier reports that the call is over after its answer. */
  protected completed(): void {
    if (this.#isOver) return;
    if (this.#hangup) this.end(LOCAL);
    else if (!this.#isAnswered) this.end(networkEnd('carrier_error', this.#noStream));
    else this.#ending ??= setTimeout(() => this.end(REMOTE), STREAM_END_WITHIN_MS);
  }

  /** The carrier has ended the stream, because the call is over. */
  protected streamStopped(): void {
    this.end(this.#hangup ? LOCAL : REMOTE);
  }

  /** The carrier reports that it cannot open the stream. */
  protected streamFailed(reason: string): void {
    this.#onStreamLost(`${this.#noStream} (${reason})`);
  }

  protected get wasAnswered(): boolean {
    return this.#isAnswered;
  }

  /** The call is answered, and its media stream must connect. */
  protected awaitStream(): void {
    if (this.#isAnswered || this.#isOver) return;
    clearTimeout(this.#streaming);
    this.#streaming = setTimeout(() => {
      this.end(networkEnd('carrier_error', this.#noStream));
      this.#endCall(true).catch(() => {});
    }, STREAM_WITHIN_MS);
  }

  /** There is no call, and will be none. */
  protected fail(endReason: EndReason, detail: string): void {
    this.identify(null);
    this.end(networkEnd(endReason, detail));
  }

  /** Idempotent: the first end counts. */
  protected end(end: LegEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#streaming);
    clearTimeout(this.#ending);
    this.stream.close();
    this.#queue.push({ type: 'ended', ...end });
    this.#queue.close();
    this.#onOver();
  }

  get #noStream(): string {
    return `the call was answered, and ${this.#carrier} could not open the media stream: PUBLIC_URL must be the address at which ${this.#carrier} reaches this service, with WebSockets`;
  }

  #answer(): void {
    clearTimeout(this.#streaming);
    this.#isAnswered = true;
    this.#progress = progressOf.answered;
    void this.#callId.promise.then((callId) => {
      this.#queue.push({ type: 'answered', media: null, token: this.tokenOf(callId) });
    });
  }

  #onStreamLost(reason: string): void {
    if (this.#hangup) {
      this.end(LOCAL);
      return;
    }
    this.end(networkEnd('carrier_error', reason));
    // A carrier may go on with a call that has no stream any more.
    this.#endCall(true).catch(() => {});
  }

  async #hangUp(): Promise<void> {
    if (this.#isOver) return;
    try {
      if (this.#isAnswered) await this.stream.played(LAST_WORDS_MS);
      await this.#endCall(this.#isAnswered);
    } finally {
      this.end(LOCAL);
    }
  }

  async #endCall(wasAnswered: boolean): Promise<void> {
    const callId = await this.#callId.promise;
    if (callId !== null) await this.endAtCarrier(callId, wasAnswered);
  }
}

function networkEnd(endReason: EndReason, detail: string): LegEnd {
  return { by: 'network', endReason, sipCode: null, detail };
}
