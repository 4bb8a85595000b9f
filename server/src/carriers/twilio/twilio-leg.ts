import { EventQueue } from '../../kernel/event-queue.ts';
import type { FrameSound, Leg, LegEnd, LegEvent, TransferOutcome } from '../carrier.ts';
import { progressOf, type StatusReport, unansweredReason } from './call-status.ts';
import { MediaStream } from './media-stream.ts';
import type { TwilioAccount } from './twilio-account.ts';
import type { TwilioApi } from './twilio-api.ts';
import { TwilioFault } from './twilio-fault.ts';

/** Twilio opens the stream within 1 s after the answer, and then gives up. */
const STREAM_WITHIN_MS = 10_000;

/** Report and stream come by connections of their own, in any order: the stream says whether the call was ended or lost. */
const STREAM_END_WITHIN_MS = 2_000;

/** How long the last words wait to be played before the call is hung up. */
const LAST_WORDS_MS = 800;

export interface TwilioLegOptions {
  account: TwilioAccount;
  api: TwilioApi;
  /** Whether a leg of this process is this call. */
  isKnown(callSid: string): boolean;
  /** The leg is over: nothing that comes for it is news. */
  onOver(): void;
}

const LOCAL = { by: 'local', endReason: null, sipCode: null } as const satisfies LegEnd;
const REMOTE: LegEnd = { by: 'remote', endReason: 'user_hangup', sipCode: null };

const networkEnd = (endReason: Extract<LegEnd, { by: 'network' }>['endReason'], detail: string): LegEnd => ({
  ...{ by: 'network', endReason, sipCode: null, detail },
});

/** A call of Twilio's as a leg: answered when its media stream is there, over when Twilio says so or the stream ends. */
export class TwilioLeg implements Leg {
  readonly account: TwilioAccount;
  readonly stream: MediaStream;
  protected readonly api: TwilioApi;
  readonly #onOver: () => void;
  readonly #queue = new EventQueue<LegEvent>();
  /** Null: there is no call, and there will be none. */
  readonly #callSid = Promise.withResolvers<string | null>();
  #knownSid: string | null = null;
  #progress = 0;
  #isAnswered = false;
  #isOver = false;
  #streaming: NodeJS.Timeout | undefined;
  #ending: NodeJS.Timeout | undefined;
  #hangup: Promise<void> | null = null;

  constructor({ account, api, onOver }: TwilioLegOptions) {
    this.account = account;
    this.api = api;
    this.#onOver = onOver;
    this.stream = new MediaStream({
      isOfCall: ({ accountSid, callSid }) =>
        accountSid === account.accountSid && callSid === (this.#knownSid ?? callSid),
      onStart: ({ callSid }) => {
        this.identify(callSid);
        this.#answer();
      },
      onDtmf: (digit) => this.#queue.push({ type: 'dtmf', digit }),
      onStop: () => this.end(this.#hangup ? LOCAL : REMOTE),
      onLost: (reason) => this.#onStreamLost(reason),
    });
  }

  get events(): AsyncIterable<LegEvent> {
    return this.#queue;
  }

  get frames(): FrameSound {
    return this.stream.frames;
  }

  /** Twilio has said which call it is. */
  protected get isIdentified(): boolean {
    return this.#knownSid !== null;
  }

  isCall(callSid: string): boolean {
    return this.#knownSid === callSid;
  }

  /** It is not over, and is not being ended. */
  get isWanted(): boolean {
    return !this.#isOver && this.#hangup === null;
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

  /** Twilio knows the call by this from now on; null: there is none. */
  identify(callSid: string | null): void {
    this.#knownSid ??= callSid;
    this.#callSid.resolve(callSid);
  }

  /** Twilio reports, in any order and more than once. */
  report({ callSid, status, sipCode }: StatusReport): void {
    if (this.#isOver) return;
    this.identify(callSid);
    switch (status) {
      case 'queued':
      case 'initiated':
        if (this.#advance(progressOf[status])) this.#queue.push({ type: 'trying' });
        return;
      case 'ringing':
        if (this.#advance(progressOf.ringing)) this.#queue.push({ type: 'ringing', sipCode: 180 });
        return;
      case 'in-progress':
        if (this.#advance(progressOf['in-progress'])) this.awaitStream();
        return;
      case 'busy':
      case 'no-answer':
      case 'failed': {
        const detail = `Twilio reports ${status}${sipCode === null ? '' : `, SIP ${sipCode}`}`;
        this.end({ by: 'network', endReason: unansweredReason(status, sipCode), sipCode, detail });
        return;
      }
      case 'canceled':
        this.end(this.#hangup ? LOCAL : networkEnd('canceled', 'the call was canceled at Twilio'));
        return;
      case 'completed':
        this.#onCompleted();
        return;
    }
  }

  /** It is answered, and its sound must come. */
  protected awaitStream(): void {
    if (this.#isAnswered || this.#isOver) return;
    clearTimeout(this.#streaming);
    this.#streaming = setTimeout(() => {
      this.end(networkEnd('carrier_error', this.#noStream));
      this.#endAtTwilio('completed').catch(() => {});
    }, STREAM_WITHIN_MS);
  }

  protected fail(endReason: Extract<LegEnd, { by: 'network' }>['endReason'], detail: string): void {
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
    return 'the call was answered, and Twilio could not open the media stream: PUBLIC_URL must be the address at which Twilio reaches this service, with WebSockets';
  }

  #advance(progress: number): boolean {
    if (progress <= this.#progress) return false;
    this.#progress = progress;
    return true;
  }

  #answer(): void {
    clearTimeout(this.#streaming);
    this.#isAnswered = true;
    this.#progress = progressOf['in-progress'];
    const { route } = this.account;
    void this.#callSid.promise.then((callSid) => {
      this.#queue.push({ type: 'answered', media: null, token: { carrier: route, dialog: { callSid } } });
    });
  }

  #onCompleted(): void {
    if (this.#hangup) this.end(LOCAL);
    else if (!this.#isAnswered) this.end(networkEnd('carrier_error', this.#noStream));
    else this.#ending ??= setTimeout(() => this.end(REMOTE), STREAM_END_WITHIN_MS);
  }

  #onStreamLost(reason: string): void {
    if (this.#hangup) {
      this.end(LOCAL);
      return;
    }
    this.end(networkEnd('carrier_error', reason));
    // Without its stream Twilio ends the call by itself; this is for a stream that is broken on our side alone.
    this.#endAtTwilio('completed').catch(() => {});
  }

  async #hangUp(): Promise<void> {
    if (this.#isOver) return;
    try {
      if (this.#isAnswered) await this.stream.played(LAST_WORDS_MS);
      await this.#endAtTwilio(this.#isAnswered ? 'completed' : 'canceled');
    } finally {
      this.end(LOCAL);
    }
  }

  async #endAtTwilio(status: 'completed' | 'canceled'): Promise<void> {
    const callSid = await this.#callSid.promise;
    if (callSid === null) return;
    try {
      const now = await this.api.endCall(callSid, status);
      // Answered at this moment: what is canceled goes on.
      if (now === 'in-progress') await this.api.endCall(callSid, 'completed');
    } catch (error) {
      if (!TwilioFault.of(error).isOver) throw error;
    }
  }
}
