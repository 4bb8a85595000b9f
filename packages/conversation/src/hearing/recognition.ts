import { FRAME_MS } from '@parley/audio';
import type { MediaClock } from '../media-clock.ts';
import { CALLED_OFF } from '../provider/called-off.ts';
import { asError, ProviderError } from '../provider/provider-error.ts';
import type { HeardText, SpeechToText, SpeechToTextEvent, SpeechToTextStream } from '../provider/speech-to-text.ts';
import { Utterance } from './utterance.ts';

/** Sound that is kept while a stream opens: more would be recognized too late to answer. */
const MAX_BACKLOG_FRAMES = 5000 / FRAME_MS;
const OPEN_TIMEOUT_MS = 10_000;
/** A recognizer that fails twice within this time will fail again. */
const REOPEN_INTERVAL_MS = 30_000;
/** A recognizer that is known to be at work on a final is given so much longer for it. */
const BUSY_FINAL_MS = 5000;
/** How long it is still known whose a final was that nobody waits for any more: a recognizer without a processor is late. */
const LATER_FINAL_MS = 30_000;

export interface RecognitionOptions {
  stt: SpeechToText;
  language: string;
  hints: string[];
  clock: MediaClock;
  /** The current utterance has changed. */
  onText: () => void;
  /** Recognition has failed for good: the vendor with a ProviderError, our own code with any other. */
  onFailure: (error: Error) => void;
  onWarning: (code: string, message: string) => void;
}

/** What becomes of an utterance that was cut off. */
export interface Cut {
  /** It was taken for a noise: words that turn up for it after all are news. */
  asNoise?: boolean;
  /** Called once, now or later, with what is known of it. */
  whenSettled?: (utterance: Utterance) => void;
}

interface CutUtterance extends Cut {
  utterance: Utterance;
  /** Media time. */
  atMs: number;
  isSettled: boolean;
  cancelTimer: () => void;
}

type BacklogItem = { frame: Int16Array; voiced: boolean } | 'finalize';

/** The recognizer's stream over the whole call, reopened once when it fails, and its text cut into utterances. */
export class Recognition {
  readonly #options: RecognitionOptions;
  readonly #abort = new AbortController();
  #stream: SpeechToTextStream | null = null;
  #backlog: BacklogItem[] = [];
  #framesHeard = 0;
  #offsetMs = 0;
  #failedAtMs: number | null = null;
  #current = new Utterance();
  #cut: CutUtterance[] = [];
  #wasVoiced = false;
  /** Voice was written that no final has been asked for. */
  #hasUnaskedVoice = false;
  #askedMs = 0;
  #isClosed = false;

  constructor(options: RecognitionOptions) {
    this.#options = options;
  }

  /** What is being said. */
  get current(): Utterance {
    return this.#current;
  }

  /** Resolves when the stream is open, or has failed; never rejects. Sound written before is kept. */
  async open(): Promise<void> {
    try {
      const stream = await this.#openInTime();
      if (this.#isClosed) return;
      this.#start(stream);
      void this.#consume(stream).catch((cause) => this.#options.onFailure(asError(cause)));
    } catch (cause) {
      await this.#recover(cause);
    }
  }

  async #openInTime(): Promise<SpeechToTextStream> {
    const { stt, language, hints, clock } = this.#options;
    const attempt = new AbortController();
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const cancelTimer = clock.after(OPEN_TIMEOUT_MS, () => {
      attempt.abort(CALLED_OFF);
      reject(this.#error('did not open in time'));
    });
    const opening = stt.open({ language, hints, signal: AbortSignal.any([this.#abort.signal, attempt.signal]) });
    // A stream that opens after all belongs to nobody.
    opening.then(
      (stream) => (attempt.signal.aborted || this.#isClosed) && stream.close(),
      () => undefined,
    );
    return Promise.race([opening, timeout]).finally(cancelTimer);
  }

  /** The 20 ms frame that has just passed, 160 samples of 8 kHz mono. */
  write(frame: Int16Array, voiced: boolean): void {
    this.#framesHeard += 1;
    if (voiced) this.#noteVoice();
    this.#wasVoiced = voiced;
    if (this.#stream) this.#stream.write(frame, voiced);
    else this.#keep(frame, voiced);
  }

  #noteVoice(): void {
    const { onsetsMs } = this.#current;
    if (!this.#wasVoiced || onsetsMs.length === 0) onsetsMs.push(this.#options.clock.nowMs - FRAME_MS);
    this.#hasUnaskedVoice = true;
  }

  /** Asks for the final text of what was said until now. */
  finalize(): void {
    this.#giveUpLateFinals();
    this.#askedMs = this.#options.clock.nowMs;
    this.#hasUnaskedVoice = false;
    this.#current.expectFinal();
    if (this.#stream) this.#stream.finalize();
    else this.#backlog.push('finalize');
  }

  /**
   * Ends the current utterance; what is heard from now on is another one. Finals that are still to come for it reach it
   * for a while.
   */
  cut(how: Cut): Utterance {
    this.#giveUpLateFinals();
    if (!this.#current.awaitsFinal && (this.#hasUnaskedVoice || !this.#current.isSettled)) this.finalize();
    const utterance = this.#current;
    this.#current = new Utterance();
    const { clock } = this.#options;
    const cut: CutUtterance = { ...how, utterance, atMs: clock.nowMs, isSettled: false, cancelTimer: () => undefined };
    if (utterance.awaitsFinal || utterance.mayGetFinal) this.#cut.push(cut);
    if (utterance.awaitsFinal) cut.cancelTimer = clock.after(this.#patienceMs(utterance), () => this.#giveUp(cut));
    else if (utterance.mayGetFinal) this.#giveUp(cut);
    else how.whenSettled?.(utterance);
    return utterance;
  }

  /** A final that has not come by now never will: not every recognizer answers for silence. */
  #giveUpLateFinals(): void {
    const isLate = this.#options.clock.nowMs - this.#askedMs > this.#patienceMs(this.#current);
    if (this.#current.awaitsFinal && isLate) this.#current.giveUpFinals();
  }

  /** Idempotent. Utterances that were cut are settled as they are. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#abort.abort(CALLED_OFF);
    this.#stream?.close();
    this.#stream = null;
    this.#backlog = [];
    for (const cut of [...this.#cut]) this.#settle(cut);
  }

  #keep(frame: Int16Array, voiced: boolean): void {
    this.#backlog.push({ frame: frame.slice(), voiced });
    if (this.#backlog.length > MAX_BACKLOG_FRAMES) this.#backlog.shift();
  }

  #start(stream: SpeechToTextStream): void {
    this.#stream = stream;
    const frames = this.#backlog.filter((item) => item !== 'finalize').length;
    this.#offsetMs = (this.#framesHeard - frames) * FRAME_MS;
    for (const item of this.#backlog) {
      if (item === 'finalize') stream.finalize();
      else stream.write(item.frame, item.voiced);
    }
    this.#backlog = [];
  }

  async #consume(stream: SpeechToTextStream): Promise<void> {
    try {
      for await (const event of stream) {
        if (this.#stream !== stream) return;
        this.#hear(event);
      }
      if (this.#stream === stream) await this.#recover(this.#error('ended the stream'));
    } catch (cause) {
      if (this.#stream === stream) await this.#recover(cause);
    } finally {
      stream.close();
    }
  }

  #hear(event: SpeechToTextEvent): void {
    if (event.type === 'partial' || event.type === 'final') this.#hearText(event);
  }

  #hearText(event: HeardText): void {
    const cut = this.#cutOf(event);
    if (cut) {
      this.#hearLate(cut, event);
      return;
    }
    if (event.type === 'partial') this.#current.hearPartial(event, this.#offsetMs);
    else this.#current.hearFinal(event, this.#offsetMs);
    this.#options.onText();
  }

  /** The utterance that was cut off and that the event belongs to; null when it belongs to the current one. */
  #cutOf({ startMs }: HeardText): CutUtterance | null {
    const isOwner = (cut: CutUtterance): boolean =>
      startMs === null ? !cut.isSettled : startMs + this.#offsetMs < cut.atMs;
    return this.#cut.find(isOwner) ?? null;
  }

  #hearLate(cut: CutUtterance, event: HeardText): void {
    const { utterance, isSettled, asNoise = false } = cut;
    const isNews = event.type === 'final' && utterance.text === '' && (isSettled || asNoise);
    if (!isSettled) {
      if (event.type === 'partial') utterance.hearPartial(event, this.#offsetMs);
      else utterance.hearFinal(event, this.#offsetMs);
      if (!utterance.awaitsFinal) this.#settle(cut);
    }
    if (!isNews) return;
    this.#current.adoptFinal(event, this.#offsetMs);
    this.#options.onText();
  }

  /** Its final is waited for no more, and recognized as its own should it come. */
  #giveUp(cut: CutUtterance): void {
    cut.isSettled = true;
    cut.utterance.giveUpFinals();
    cut.cancelTimer = this.#options.clock.after(LATER_FINAL_MS, () => this.#forget(cut));
    cut.whenSettled?.(cut.utterance);
  }

  #settle(cut: CutUtterance): void {
    this.#forget(cut);
    if (cut.isSettled) return;
    cut.isSettled = true;
    cut.utterance.giveUpFinals();
    cut.whenSettled?.(cut.utterance);
  }

  #forget(cut: CutUtterance): void {
    cut.cancelTimer();
    this.#cut = this.#cut.filter((other) => other !== cut);
  }

  async #recover(cause: unknown): Promise<void> {
    if (this.#isClosed) return;
    const { clock, onFailure, onWarning, onText } = this.#options;
    if (!(cause instanceof ProviderError)) {
      this.#stream = null;
      onFailure(asError(cause));
      return;
    }
    const hasFailedLately = this.#failedAtMs !== null && clock.nowMs - this.#failedAtMs < REOPEN_INTERVAL_MS;
    this.#failedAtMs = clock.nowMs;
    this.#stream = null;
    for (const cut of [...this.#cut]) this.#settle(cut);
    this.#current.giveUpFinals();
    onText();
    if (!cause.retryable || hasFailedLately) return void onFailure(cause);
    onWarning('stt_reopened', cause.message);
    await this.open();
  }

  /** How long its final is waited for. */
  #patienceMs({ listenedUntilMs }: Utterance): number {
    return listenedUntilMs === null ? this.#options.stt.capabilities.finalPatienceMs : BUSY_FINAL_MS;
  }

  #error(message: string): ProviderError {
    return new ProviderError('stt', this.#options.stt.name, message, { retryable: true });
  }
}
