import type { Frame } from '@parley/audio';
import type { FrameRate } from '../frame-rate.ts';
import type { MediaClock } from '../media-clock.ts';
import type { SaidOver, SpeechToText, SpeechToTextEvent } from '../provider/speech-to-text.ts';
import type { Succession } from '../provider/succession.ts';
import { NEXT_WORD_MS } from '../turns/hearing.ts';
import { FinalPatience } from './final-patience.ts';
import type { RecognizerReport, WordLag } from './recognizer-report.ts';
import { Transcription } from './transcription.ts';
import { WordLags } from './word-lag.ts';

export interface RecognitionOptions {
  transcribers: Succession<SpeechToText>;
  /** What to listen for, BCP 47; null: the transcriber is to tell. */
  languageFor: (transcriber: SpeechToText) => string | null;
  hints: string[];
  clock: MediaClock;
  /** Of the frames that are written. */
  rate: Pick<FrameRate, 'rateHz'>;
  /** Media time of the first frame that is written. Default 0. */
  fromMs?: number;
  onReport: (report: RecognizerReport) => void;
  /** The language that the caller speaks now. */
  onLanguage: (language: string) => void;
  /** Recognition has failed for good: the vendor with a ProviderError, our own code with any other. */
  onFailure: (error: Error) => void;
  onWarning: (code: string, message: string) => void;
  /** So much was sent to the transcriber of this name. */
  onAudio: (name: string, ms: number) => void;
}

/** Listens over the whole call, and reports in its time. What is an utterance is not decided here. */
export class Recognition {
  readonly #options: RecognitionOptions;
  readonly #transcription: Transcription;
  readonly #patience = new FinalPatience();
  #patienceMs: number | null = null;
  readonly #lags = new WordLags();
  #lag: WordLag | null = null;
  #isClosed = false;

  constructor(options: RecognitionOptions) {
    this.#options = options;
    const { transcribers, languageFor, hints, clock, rate, fromMs = 0, onFailure, onWarning, onAudio } = options;
    this.#transcription = new Transcription({
      transcribers,
      languageFor,
      hints,
      clock,
      rate,
      fromMs,
      onEvent: (event, offsetMs) => this.#hear(event, offsetMs),
      onOpen: () => this.#tellRecognizer(),
      onBreak: () => this.#break(),
      onFailure,
      onWarning,
      onAudio,
    });
  }

  /** Resolves when the stream is open, or has failed; never rejects. Audio written before is kept. */
  open(): Promise<void> {
    return this.#transcription.open();
  }

  /** The frame that has just passed. */
  write(frame: Frame, voiced: boolean): void {
    if (!this.#isClosed) this.#transcription.write(frame, voiced);
  }

  /** Asks for the final text of what was said until now. */
  finalize(said?: SaidOver): void {
    this.#patience.noteAsked(this.#options.clock.nowMs);
    this.#transcription.finalize(said);
  }

  /** What was said before media time `atMs` is not to be listened to again. */
  forgetBefore(atMs: number): void {
    this.#transcription.forgetBefore(atMs);
  }

  /** Idempotent. */
  close(): void {
    this.#isClosed = true;
    this.#transcription.close();
  }

  #hear(event: SpeechToTextEvent, offsetMs: number): void {
    const { onReport, onLanguage, clock } = this.#options;
    if (event.type === 'language') {
      onLanguage(event.language);
      return;
    }
    if (event.type === 'final') {
      this.#patience.noteFinal(clock.nowMs);
      this.#tellPatience();
    }
    if (event.type === 'partial' && event.wordsEndMs !== undefined) this.#noteWords(event.wordsEndMs + offsetMs);
    onReport(inCall(event, offsetMs));
  }

  #noteWords(endMs: number): void {
    const { onReport, clock } = this.#options;
    this.#lags.note(endMs, clock.nowMs);
    const { lag } = this.#lags;
    if (lag === null || (lag.usualMs === this.#lag?.usualMs && lag.longestMs === this.#lag.longestMs)) return;
    this.#lag = lag;
    onReport({ type: 'word_lag', ...lag });
  }

  /** What was closed has been replied to. What is being said will be recognized once more. */
  #break(): void {
    const { onReport } = this.#options;
    onReport({ type: 'lost' });
    this.#patience.startAnew();
    this.#lags.startAnew();
    onReport({ type: 'listens_again', openFinals: this.#transcription.openFinals });
  }

  #tellRecognizer(): void {
    const {
      endOfTurn,
      interim,
      closedVocabulary = false,
      nextWordMs = NEXT_WORD_MS,
    } = this.#transcription.capabilities;
    const tellsSoon = interim && !closedVocabulary;
    this.#options.onReport({
      type: 'listens',
      endsTurns: endOfTurn !== 'none',
      tellsSoon,
      closedVocabulary,
      nextWordMs,
    });
    this.#tellPatience();
  }

  #tellPatience(): void {
    const ms = this.#patience.ms(this.#transcription.capabilities.finalPatienceMs);
    if (ms === this.#patienceMs) return;
    this.#patienceMs = ms;
    this.#options.onReport({ type: 'patience', ms });
  }
}

type ListeningEvent = Exclude<SpeechToTextEvent, { type: 'language' }>;

/** In media time. @param offsetMs media time at which the stream began */
function inCall(event: ListeningEvent, offsetMs: number): RecognizerReport {
  const at = (ms: number | null): number | null => (ms === null ? null : ms + offsetMs);
  switch (event.type) {
    case 'turn':
      return event;
    case 'partial':
      return {
        ...event,
        startMs: at(event.startMs),
        untilMs: at(event.untilMs),
        ...(event.wordsEndMs !== undefined && { wordsEndMs: event.wordsEndMs + offsetMs }),
      };
    case 'final': {
      const words = event.words.map(({ text, startMs, endMs }) => ({
        text,
        startMs: startMs + offsetMs,
        endMs: endMs + offsetMs,
      }));
      return { ...event, startMs: at(event.startMs), words };
    }
  }
}
