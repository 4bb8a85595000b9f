import { FRAME_MS } from '@parley/audio';
import type { MediaClock } from '../media-clock.ts';
import type { HeardText, SpeechToText, SpeechToTextEvent } from '../provider/speech-to-text.ts';
import type { Succession } from '../provider/succession.ts';
import { FinalPatience } from './final-patience.ts';
import { Transcription } from './transcription.ts';
import { Utterance } from './utterance.ts';

/** A recognizer that is known to be at work on a final is given so much longer for it. */
const BUSY_FINAL_MS = 5000;
/** How long it is still known whose a final was that is not waited for any more: a recognizer without a processor is late. */
const LATER_FINAL_MS = 30_000;

export type TurnStage = Extract<SpeechToTextEvent, { type: 'turn' }>['stage'];

export interface RecognitionOptions {
  transcribers: Succession<SpeechToText>;
  language: string;
  hints: string[];
  clock: MediaClock;
  /** The current utterance has changed. */
  onText: () => void;
  /** The vendor's own end-of-turn model says this of the current utterance. */
  onTurn: (stage: TurnStage) => void;
  /** The language that the caller speaks now. */
  onLanguage: (language: string) => void;
  /** Recognition has failed for good: the vendor with a ProviderError, our own code with any other. */
  onFailure: (error: Error) => void;
  onWarning: (code: string, message: string) => void;
  /** So much was sent to the transcriber of this name. */
  onAudio: (name: string, ms: number) => void;
}

/** What becomes of an utterance that was cut off. */
export interface Cut {
  /** It was taken for a noise: words that turn up for it after all are news. */
  asNoise?: boolean;
  /** Called once, now or later, when it is clear that no words will turn up for it. */
  whenWordless?: () => void;
  /** Called once, now or later, with what is known of it. */
  whenSettled?: (utterance: Utterance) => void;
}

interface CutUtterance extends Cut {
  utterance: Utterance;
  /** Media time. */
  atMs: number;
  isSettled: boolean;
  /** Words have turned up for it that are news. */
  hasNews: boolean;
  cancelTimer: () => void;
}

/** What is recognized over the whole call, cut into utterances. */
export class Recognition {
  readonly #options: RecognitionOptions;
  readonly #transcription: Transcription;
  readonly #patience = new FinalPatience();
  #current = new Utterance();
  #cut: CutUtterance[] = [];
  #wasVoiced = false;
  /** Voice was written that no final has been asked for. */
  #hasUnaskedVoice = false;
  #askedMs = 0;
  #isClosed = false;

  constructor(options: RecognitionOptions) {
    this.#options = options;
    const { transcribers, language, hints, clock, onFailure, onWarning, onAudio } = options;
    this.#transcription = new Transcription({
      transcribers,
      language,
      hints,
      clock,
      onEvent: (event, offsetMs) => this.#hear(event, offsetMs),
      onBreak: () => this.#break(),
      onFailure,
      onWarning,
      onAudio,
    });
  }

  /** What is being said. */
  get current(): Utterance {
    return this.#current;
  }

  /** Resolves when the stream is open, or has failed; never rejects. Audio written before is kept. */
  open(): Promise<void> {
    return this.#transcription.open();
  }

  /** The 20 ms frame that has just passed, 160 samples of 8 kHz mono. */
  write(frame: Int16Array, voiced: boolean): void {
    if (this.#isClosed) return;
    if (voiced) this.#noteVoice();
    this.#wasVoiced = voiced;
    this.#transcription.write(frame, voiced);
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
    this.#patience.noteAsked(this.#askedMs);
    this.#hasUnaskedVoice = false;
    this.#current.expectFinal();
    this.#transcription.finalize();
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
    const cut: CutUtterance = {
      ...how,
      utterance,
      atMs: clock.nowMs,
      isSettled: false,
      hasNews: false,
      cancelTimer: () => undefined,
    };
    if (utterance.awaitsFinal || utterance.mayGetFinal) this.#cut.push(cut);
    if (utterance.awaitsFinal) cut.cancelTimer = clock.after(this.#patienceMs(utterance), () => this.#giveUp(cut));
    else if (utterance.mayGetFinal) this.#giveUp(cut);
    else this.#settle(cut);
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
    this.#transcription.close();
    for (const cut of [...this.#cut]) this.#settle(cut);
  }

  #hear(event: SpeechToTextEvent, offsetMs: number): void {
    if (event.type === 'final') this.#patience.noteFinal(this.#options.clock.nowMs);
    if (event.type === 'turn') this.#hearTurn(event.stage);
    else if (event.type === 'language') this.#options.onLanguage(event.language);
    else this.#hearText(event, offsetMs);
  }

  #hearTurn(stage: TurnStage): void {
    const cut = this.#cut.find(({ isSettled }) => !isSettled);
    if (cut) {
      // It was over for us before.
      if (stage === 'over') this.#settle(cut);
      return;
    }
    if (stage === 'over') {
      this.#hasUnaskedVoice = false;
      this.#current.complete();
      this.#options.onText();
    }
    this.#options.onTurn(stage);
  }

  #hearText(event: HeardText, offsetMs: number): void {
    const cut = this.#cutOf(event, offsetMs);
    if (cut) {
      this.#hearLate(cut, event, offsetMs);
      return;
    }
    if (event.type === 'partial') this.#current.hearPartial(event, offsetMs);
    else this.#current.hearFinal(event, offsetMs);
    this.#options.onText();
  }

  /** The utterance that was cut off and that the event belongs to; null when it belongs to the current one. */
  #cutOf({ startMs }: HeardText, offsetMs: number): CutUtterance | null {
    const isOwner = (cut: CutUtterance): boolean => (startMs === null ? !cut.isSettled : startMs + offsetMs < cut.atMs);
    return this.#cut.find(isOwner) ?? null;
  }

  #hearLate(cut: CutUtterance, event: HeardText, offsetMs: number): void {
    const { utterance, isSettled, asNoise = false } = cut;
    const isNews = event.type === 'final' && utterance.text === '' && (isSettled || asNoise);
    cut.hasNews ||= isNews && event.text !== '';
    if (!isSettled) {
      if (event.type === 'partial') utterance.hearPartial(event, offsetMs);
      else utterance.hearFinal(event, offsetMs);
      if (!utterance.awaitsFinal) this.#settle(cut);
    }
    if (!isNews) return;
    this.#current.adoptFinal(event, offsetMs);
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
    if (!cut.isSettled) {
      cut.isSettled = true;
      cut.utterance.giveUpFinals();
      cut.whenSettled?.(cut.utterance);
    }
    this.#forget(cut);
  }

  #forget(cut: CutUtterance): void {
    cut.cancelTimer();
    this.#cut = this.#cut.filter((other) => other !== cut);
    if (!cut.hasNews && cut.utterance.text === '') cut.whenWordless?.();
  }

  /** What was cut off has been replied to: it is settled as it is. What is being said will be recognized once more. */
  #break(): void {
    const lastCut = this.#cut.at(-1);
    for (const cut of [...this.#cut]) this.#settle(cut);
    if (lastCut) this.#transcription.forgetBefore(lastCut.atMs);
    this.#patience.startAnew();
    this.#current.startAnew(this.#transcription.openFinals);
    this.#options.onText();
  }

  /** How long its final is waited for. */
  #patienceMs({ listenedUntilMs }: Utterance): number {
    if (listenedUntilMs !== null) return BUSY_FINAL_MS;
    return this.#patience.ms(this.#transcription.capabilities.finalPatienceMs);
  }
}
