import { type AudioRateHz, Resampler } from '@parley/audio';
import type { HeardWord } from '@parley/conversation/provider';
import { primaryLanguage } from '../../languages/primary-language.ts';
import type { RecognizerSettings } from '../../open-models/open-model.ts';
import { TURN_END_S } from './configuration.ts';
import type { OnlineRecognizer, RecognizerResult, RecognizerStream } from './library.ts';
import type { ListenReport } from './protocol.ts';

const FULL_SCALE = 32_768;
/** Frames of features are 10 ms, and four of them a token. */
const BLANK_S = 0.04;
/** The rules count in chunks of a third of a second. */
const TURN_TOLERANCE_S = 0.1;

/** What is recognized from one request for a final to the next, or until the rules of the recognizer end a turn. */
export class RecognizedSegment {
  readonly stream: RecognizerStream;
  readonly recognizer: OnlineRecognizer;
  readonly #settings: RecognizerSettings;
  readonly #rateHz: AudioRateHz;
  readonly #resampler: Resampler;
  /** Where it begins. */
  readonly #fromMs: number;
  readonly #report: (report: ListenReport) => void;
  #heardMs = 0;
  #text = '';
  #isFinished = false;
  #isOver = false;

  constructor(
    recognizer: OnlineRecognizer,
    settings: RecognizerSettings,
    { fromMs, language, rateHz }: { fromMs: number; language: string | null; rateHz: AudioRateHz },
    report: (report: ListenReport) => void,
  ) {
    this.recognizer = recognizer;
    this.stream = recognizer.createStream();
    if (settings.takesLanguage && language !== null) this.stream.setOption('language', primaryLanguage(language));
    this.#settings = settings;
    this.#rateHz = rateHz;
    this.#resampler = new Resampler(rateHz, settings.sampleRateHz);
    this.#fromMs = fromMs;
    this.#report = report;
  }

  /** Its final has been reported. */
  get isOver(): boolean {
    return this.#isOver;
  }

  write(samples: Int16Array): void {
    this.#heardMs += (samples.length / this.#rateHz) * 1000;
    this.#accept(samples);
  }

  /** Nothing is written any more: its final follows. */
  finish(): void {
    this.#accept(new Int16Array((this.#settings.tailMs * this.#rateHz) / 1000));
    this.stream.inputFinished();
    this.#isFinished = true;
  }

  /** Something was decoded, or there was nothing to decode. */
  advance(): void {
    if (this.#isOver) return;
    const { recognizer, stream } = this;
    const result = recognizer.getResult(stream);
    if (this.#isFinished) {
      if (!recognizer.isReady(stream)) this.#end(result);
      return;
    }
    if (recognizer.isEndpoint(stream)) {
      this.#endUnasked(result);
      return;
    }
    const text = this.#written(result.text);
    if (text === '' || text === this.#text) return;
    this.#text = text;
    const { startMs, untilMs } = this.#timesOf(result);
    this.#report({ type: 'partial', text, startMs, untilMs });
  }

  #accept(samples: Int16Array): void {
    const resampled = this.#resampler.process(samples);
    const sound = Float32Array.from(resampled, (sample) => sample / FULL_SCALE);
    this.stream.acceptWaveform({ samples: sound, sampleRate: this.#settings.sampleRateHz });
  }

  #end(result: RecognizerResult): void {
    this.#isOver = true;
    this.#tell(result);
  }

  #endUnasked(result: RecognizerResult): void {
    const { num_trailing_blanks: blanks = Number.POSITIVE_INFINITY, text } = result;
    if (text.trim() !== '') {
      this.#tell(result);
      // Else it became too long, which says nothing of turns.
      if (blanks * BLANK_S >= TURN_END_S - TURN_TOLERANCE_S) this.#report({ type: 'over' });
    }
    this.#text = '';
    this.recognizer.reset(this.stream);
  }

  #tell(result: RecognizerResult): void {
    const text = this.#written(result.text);
    const startMs = text === '' ? null : this.#timesOf(result).startMs;
    this.#report({ type: 'final', text, words: this.#wordsOf(result), startMs });
  }

  #timesOf({ timestamps, start_time: startS = 0 }: RecognizerResult): { startMs: number; untilMs: number } {
    const at = (seconds: number | undefined): number => this.#fromMs + (startS + (seconds ?? 0)) * 1000;
    return { startMs: at(timestamps[0]), untilMs: this.#fromMs + this.#heardMs };
  }

  /** Tokens are parts of words; the first one of each begins with a space. Languages without spaces have no words here. */
  #wordsOf({ tokens, timestamps, start_time: startS = 0 }: RecognizerResult): HeardWord[] {
    const words: HeardWord[] = [];
    for (const [index, token] of tokens.entries()) {
      const seconds = timestamps[index];
      if (seconds === undefined) return [];
      const startMs = this.#fromMs + (startS + seconds) * 1000;
      const endMs = startMs + BLANK_S * 1000;
      const last = words.at(-1);
      if (last && !/^[\s▁]/.test(token)) {
        last.text += token;
        last.endMs = endMs;
      } else {
        words.push({ text: token.replace(/^[\s▁]+/, ''), startMs, endMs });
      }
    }
    return words.filter(({ text }) => text !== '').map((word) => ({ ...word, text: this.#written(word.text) }));
  }

  #written(text: string): string {
    const plain = text.trim();
    return this.#settings.isUppercase ? plain.toLowerCase() : plain;
  }
}
