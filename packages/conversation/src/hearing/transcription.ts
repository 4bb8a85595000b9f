import { type AudioRateHz, FRAME_MS, type Frame } from '@parley/audio';
import type { FrameRate } from '../frame-rate.ts';
import type { MediaClock } from '../media-clock.ts';
import { CALLED_OFF } from '../provider/called-off.ts';
import { asError, ProviderError } from '../provider/provider-error.ts';
import type {
  SaidOver,
  SpeechToText,
  SpeechToTextCapabilities,
  SpeechToTextEvent,
  SpeechToTextStream,
} from '../provider/speech-to-text.ts';
import type { Succession } from '../provider/succession.ts';
import { FrameFeed } from './frame-feed.ts';
import { UnansweredAudio } from './unanswered-audio.ts';

/** Connections take a tenth of this; who hears nothing for longer has hung up before it is open. */
const OPEN_TIMEOUT_MS = 4000;
/** A stream that was asked for the final of a voice, and says nothing at all for so long, is dead. */
const MUTE_MS = 10_000;
/** With a successor at hand it is given so many times what its finals take, and this at least. */
const MUTE_FACTOR = 3;
const SHORTEST_MUTE_MS = 3000;
/** A stream that breaks twice within this time will break again. */
const REOPEN_INTERVAL_MS = 30_000;
/** How long the attempts to open a stream are apart, the first one from what broke. */
const BACK_OFF_MS = [0, 250, 1000];
/** With another transcriber at hand the last attempt is not worth its wait. */
const ATTEMPTS_WITH_SUCCESSOR = 2;
/** A vendor's own wish for patience is granted up to here. */
const LONGEST_BACK_OFF_MS = 2000;

/** The stream is there, and says nothing. */
class Mute extends ProviderError {}

export interface TranscriptionOptions {
  transcribers: Succession<SpeechToText>;
  /** What to listen for, BCP 47; null: the transcriber is to tell. */
  languageFor: (transcriber: SpeechToText) => string | null;
  hints: string[];
  clock: MediaClock;
  /** Of the frames that are written. */
  rate: Pick<FrameRate, 'rateHz'>;
  /** Media time of the first frame that is written. */
  fromMs: number;
  /** `offsetMs`: media time at which the stream began. */
  onEvent: (event: SpeechToTextEvent, offsetMs: number) => void;
  /** Another transcriber may be about to listen. */
  onOpen: () => void;
  /** The stream is lost. What no final has come for is sent again to the next one. */
  onBreak: () => void;
  /** Recognition has failed for good: the vendors with a ProviderError, our own code with any other. */
  onFailure: (error: Error) => void;
  onWarning: (code: string, message: string) => void;
  /** So much was sent to the transcriber of this name. */
  onAudio: (name: string, ms: number) => void;
}

/** The recognizer's stream over the whole call: opened again when it breaks, with the next transcriber when that is no use. */
export class Transcription {
  readonly #options: TranscriptionOptions;
  readonly #abort = new AbortController();
  readonly #audio = new UnansweredAudio();
  #transcriber: SpeechToText;
  #stream: SpeechToTextStream | null = null;
  /** What leads to the stream. */
  #feed: FrameFeed | null = null;
  #offsetMs = 0;
  #framesHeard = 0;
  /** While it is watched whether anything comes. */
  #cancelMute: (() => void) | null = null;
  /** When this transcriber's stream broke last. */
  #brokeAtMs: number | null = null;
  /** Attempts to open a stream that failed, one after the other. */
  #openFailures = 0;

  constructor(options: TranscriptionOptions) {
    this.#options = options;
    this.#framesHeard = options.fromMs / FRAME_MS;
    this.#transcriber = options.transcribers.current;
  }

  get capabilities(): SpeechToTextCapabilities {
    return this.#transcriber.capabilities;
  }

  /** Finals that were asked for and have not come. */
  get openFinals(): number {
    return this.#audio.finals;
  }

  /** Resolves when a stream is open, or none ever will be; never rejects. Audio written before is kept. */
  async open(): Promise<void> {
    this.#transcriber = this.#options.transcribers.current;
    this.#options.onOpen();
    try {
      const stream = await this.#openInTime(this.#transcriber);
      if (this.#isClosed) return;
      this.#start(stream);
      void this.#consume(stream).catch((cause) => this.#options.onFailure(asError(cause)));
    } catch (cause) {
      await this.#recover(cause, true);
    }
  }

  /** The frame that has just passed. */
  write(frame: Frame, voiced: boolean): void {
    this.#framesHeard += 1;
    this.#audio.write(frame, voiced, this.#framesHeard * FRAME_MS);
    if (!this.#feed) return;
    this.#feed.write(frame, voiced);
    this.#options.onAudio(this.#transcriber.name, FRAME_MS);
  }

  /** Asks for the final text of what was said until now. */
  finalize(said?: SaidOver): void {
    this.#audio.finalize(said);
    const stream = this.#stream;
    if (!stream) return;
    stream.finalize(said);
    // What is said again to a dead stream gives it no more time.
    if (this.#cancelMute) return;
    const muteMs = this.#muteMs;
    this.#cancelMute = this.#options.clock.after(muteMs, () => {
      this.#cancelMute = null;
      const mute = new Mute('stt', this.#transcriber.name, `said nothing for ${muteMs / 1000} s`, { retryable: true });
      if (this.#stream === stream) void this.#recover(mute, false);
    });
  }

  /** What was said before media time `atMs` is not to be sent again. */
  forgetBefore(atMs: number): void {
    this.#audio.forgetBefore(atMs);
  }

  /** Idempotent. */
  close(): void {
    this.#abort.abort(CALLED_OFF);
    this.#unwatch();
    this.#stream?.close();
    this.#stream = null;
    this.#feed = null;
  }

  #unwatch(): void {
    this.#cancelMute?.();
    this.#cancelMute = null;
  }

  get #muteMs(): number {
    if (!this.#options.transcribers.hasNext) return MUTE_MS;
    return Math.min(Math.max(MUTE_FACTOR * this.capabilities.finalPatienceMs, SHORTEST_MUTE_MS), MUTE_MS);
  }

  get #isClosed(): boolean {
    return this.#abort.signal.aborted;
  }

  #openInTime(transcriber: SpeechToText): Promise<SpeechToTextStream> {
    const { languageFor, hints, clock } = this.#options;
    const attempt = new AbortController();
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const cancelTimer = clock.after(OPEN_TIMEOUT_MS, () => {
      attempt.abort(CALLED_OFF);
      reject(this.#error('did not open in time'));
    });
    const opening = transcriber.open({
      language: languageFor(transcriber),
      hints,
      sampleRateHz: this.#rateOf(transcriber),
      signal: AbortSignal.any([this.#abort.signal, attempt.signal]),
    });
    // A stream that opens after all has no owner.
    opening.then(
      (stream) => (attempt.signal.aborted || this.#isClosed) && stream.close(),
      () => undefined,
    );
    return Promise.race([opening, timeout]).finally(cancelTimer);
  }

  /** A recognizer that takes the call's frames has them as they are. */
  #rateOf({ capabilities }: SpeechToText): AudioRateHz {
    return capabilities.wideband ? this.#options.rate.rateHz : 8000;
  }

  #start(stream: SpeechToTextStream): void {
    this.#stream = stream;
    this.#feed = new FrameFeed(stream, this.#rateOf(this.#transcriber));
    this.#offsetMs = this.#audio.startMs;
    this.#audio.sendTo(this.#feed);
    this.#options.onAudio(this.#transcriber.name, this.#framesHeard * FRAME_MS - this.#offsetMs);
  }

  async #consume(stream: SpeechToTextStream): Promise<void> {
    try {
      for await (const event of stream) {
        if (this.#stream !== stream) return;
        this.#hear(event);
      }
      if (this.#stream === stream) await this.#recover(this.#error('ended the stream'), false);
    } catch (cause) {
      if (this.#stream === stream) await this.#recover(cause, false);
    } finally {
      stream.close();
    }
  }

  #hear(event: SpeechToTextEvent): void {
    this.#openFailures = 0;
    this.#unwatch();
    this.#options.transcribers.noteSuccess(this.#transcriber);
    if (event.type === 'final') this.#audio.answer();
    this.#options.onEvent(event, this.#offsetMs);
  }

  async #recover(cause: unknown, isOpening: boolean): Promise<void> {
    if (this.#isClosed) return;
    const { transcribers, onFailure, onWarning, onBreak } = this.#options;
    const stream = this.#stream;
    this.#stream = null;
    this.#feed = null;
    this.#unwatch();
    stream?.close();
    if (!(cause instanceof ProviderError)) {
      onFailure(asError(cause));
      return;
    }
    transcribers.noteFailure(this.#transcriber, cause);
    if (!isOpening) onBreak();
    // The silence was long enough.
    const isGivenUp = cause instanceof Mute && transcribers.hasNext;
    if (cause.retryable && !isGivenUp && this.#isWorthReopening(isOpening)) {
      onWarning('stt_reopened', cause.message);
    } else if (transcribers.fallBack(this.#transcriber, cause)) {
      this.#openFailures = 0;
      this.#brokeAtMs = null;
    } else {
      onFailure(cause);
      return;
    }
    await this.#pass(this.#backOffMs(cause));
    if (!this.#isClosed) await this.open();
  }

  #isWorthReopening(isOpening: boolean): boolean {
    const { clock, transcribers } = this.#options;
    const hasBrokenLately = this.#brokeAtMs !== null && clock.nowMs - this.#brokeAtMs < REOPEN_INTERVAL_MS;
    if (isOpening) {
      this.#openFailures += 1;
      if (!transcribers.hasNext) return this.#openFailures < BACK_OFF_MS.length;
      return this.#openFailures < ATTEMPTS_WITH_SUCCESSOR && !hasBrokenLately;
    }
    this.#brokeAtMs = clock.nowMs;
    return !hasBrokenLately;
  }

  #backOffMs({ retryAfterMs }: ProviderError): number {
    const wishedMs = this.#openFailures === 0 ? 0 : Math.min(retryAfterMs ?? 0, LONGEST_BACK_OFF_MS);
    return Math.max(BACK_OFF_MS[this.#openFailures]!, wishedMs);
  }

  #pass(ms: number): Promise<void> {
    if (ms === 0) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#options.clock.after(ms, resolve);
    return promise;
  }

  #error(message: string): ProviderError {
    return new ProviderError('stt', this.#transcriber.name, message, { retryable: true });
  }
}
