import { FRAME_MS } from '@parley/audio';
import { ProviderError } from '../provider/provider-error.ts';
import type {
  SaidOver,
  SpeechToText,
  SpeechToTextCapabilities,
  SpeechToTextEvent,
  SpeechToTextOptions,
  SpeechToTextStream,
} from '../provider/speech-to-text.ts';
import type { VirtualTime } from './virtual-time.ts';

/** How often it says how far it is: five times a second. */
const PROGRESS_FRAMES = 200 / FRAME_MS;

/** Where words can be heard: those that were said completely between two media times. */
interface AudibleWords {
  words(fromMs: number, atMs: number): { text: string; startMs: number; endMs: number }[];
  /** Media time of a voiced frame's beginning; null when it is not one of these. */
  startOf(frame: Int16Array): number | null;
}

export interface ScriptedSpeechToTextOptions {
  time: VirtualTime;
  caller: AudibleWords;
  /** From the end of a word to the partial that has it; null sends no partials. */
  partialDelayMs?: number | null;
  /** From `finalize` to the final. */
  finalDelayMs?: number;
  /** Whether events tell where in the stream their utterance began, and how far the recognizer has listened. */
  tellsTimes?: boolean;
  /** Finals that are empty, though there were partials: nothing of it was plausible after all. */
  takesBack?: (text: string) => boolean;
  /** What the newest word of a partial is taken for at first, and for how long; null: for itself. */
  mishears?: (word: string) => { as: string; forMs: number } | null;
  /** How it writes a text: with marks. */
  writes?: (text: string, isFinal: boolean) => string;
  /** How likely what it expects is to end behind a text; left out where it expects nothing. */
  endsHere?: (text: string) => number;
  /** How sure it is of the words of a text; left out where it does not say. */
  confidence?: (text: string) => number;
  /** What it would be as something that is said while another one speaks; left out where it does not say. */
  interjection?: (text: string) => string;
  /** Media times at which the stream breaks. */
  failuresMs?: number[];
  failure?: Error;
  /** Media time from which on it neither opens nor answers. */
  downFromMs?: number;
  /** To open it takes for ever, rather than fail. */
  opensNever?: boolean;
  /** Nothing is recognized, and no final comes. */
  isMute?: boolean;
  capabilities?: Partial<SpeechToTextCapabilities>;
  name?: string;
}

export const SCRIPTED_CAPABILITIES: SpeechToTextCapabilities = {
  interim: true,
  endOfTurn: 'none',
  finalPatienceMs: 1500,
  keyTerms: false,
  languages: null,
  detectsLanguage: false,
};

/** Recognizes what is said on the line, word by word, by the frames that are written to it. */
export class ScriptedSpeechToText implements SpeechToText {
  readonly name: string;
  readonly capabilities: SpeechToTextCapabilities;
  /** Media times of all attempts. */
  readonly openedMs: number[] = [];
  /** What each attempt was to listen for. */
  readonly openedFor: (string | null)[] = [];
  readonly streams: ScriptedStream[] = [];
  readonly #options: ScriptedSpeechToTextOptions;

  constructor(options: ScriptedSpeechToTextOptions) {
    this.#options = options;
    this.name = options.name ?? 'scripted-stt';
    this.capabilities = { ...SCRIPTED_CAPABILITIES, ...options.capabilities };
  }

  async open(options: SpeechToTextOptions): Promise<SpeechToTextStream> {
    const { time, downFromMs = Number.POSITIVE_INFINITY } = this.#options;
    this.openedMs.push(time.nowMs);
    this.openedFor.push(options.language);
    if (time.nowMs >= downFromMs && this.#options.opensNever) await new Promise(() => undefined);
    if (time.nowMs >= downFromMs) throw broken(this.#options);
    const stream = new ScriptedStream(this.#options, options.signal);
    this.streams.push(stream);
    return stream;
  }
}

class ScriptedStream implements SpeechToTextStream {
  finalizeCount = 0;
  /** The context of each request for a final. */
  readonly saidOver: SaidOver[] = [];
  isClosed = false;
  readonly #options: ScriptedSpeechToTextOptions;
  readonly #queue: (SpeechToTextEvent | Error)[] = [];
  #wake = Promise.withResolvers<void>();
  #openedMs: number;
  #framesWritten = 0;
  /** Whether there was any audio in each frame. */
  readonly #sounding: boolean[] = [];
  #finalizedMs: number;
  #lastPartial = '';

  constructor(options: ScriptedSpeechToTextOptions, signal: AbortSignal) {
    this.#options = options;
    this.#openedMs = options.time.nowMs;
    this.#finalizedMs = this.#openedMs;
    signal.addEventListener('abort', () => this.close());
  }

  get framesWritten(): number {
    return this.#framesWritten;
  }

  write(frame: Int16Array, _voiced: boolean): void {
    const startMs = this.#options.caller.startOf(frame);
    // Audio that is sent late, or once more.
    if (startMs !== null) this.#moveTo(startMs - this.#framesWritten * FRAME_MS);
    this.#framesWritten += 1;
    this.#sounding.push(frame.some((sample) => sample !== 0));
    const { failuresMs = [], downFromMs = Number.POSITIVE_INFINITY, time, partialDelayMs = 0 } = this.#options;
    const dueMs = failuresMs[0] ?? Number.POSITIVE_INFINITY;
    if (time.nowMs >= Math.min(dueMs, downFromMs)) {
      failuresMs.shift();
      this.#push(broken(this.#options));
      return;
    }
    if (partialDelayMs === null || this.#options.isMute) return;
    const text = this.#written(this.#partialText(this.#heardMs - partialDelayMs), false);
    const soundMs = this.#soundStartMs();
    const isDue = soundMs !== null && this.#framesWritten % PROGRESS_FRAMES === 0;
    if (text === this.#lastPartial && !isDue) return;
    this.#lastPartial = text;
    const untilMs = soundMs === null ? null : Math.max(soundMs, this.#framesWritten * FRAME_MS - partialDelayMs);
    this.#push({ type: 'partial', text, startMs: soundMs, untilMs, ...this.#judged(text) });
  }

  /** Says what no word leads to: a turn's end, a language. */
  tell(event: SpeechToTextEvent): void {
    if (event.type === 'turn' && event.stage === 'over') {
      this.#finalizedMs = this.#heardMs;
      this.#lastPartial = '';
    }
    this.#push(event);
  }

  finalize(said: SaidOver = {}): void {
    this.finalizeCount += 1;
    this.saidOver.push(said);
    if (this.#options.isMute) return;
    const untilMs = this.#heardMs;
    const { time, finalDelayMs = 0, takesBack = () => false } = this.#options;
    void time.sleep(finalDelayMs).then(() => {
      const heard = this.#wordsBetween(this.#finalizedMs, untilMs);
      const words = takesBack(textOf(heard)) ? [] : heard;
      const startMs = this.#soundStartMs();
      this.#finalizedMs = Math.max(this.#finalizedMs, untilMs);
      this.#lastPartial = '';
      const own = words.map((word) => ({
        text: word.text,
        startMs: word.startMs - this.#openedMs,
        endMs: word.endMs - this.#openedMs,
      }));
      const text = this.#written(textOf(words), true);
      const { endsHere, interjection } = this.#options;
      const judged = {
        ...(endsHere && { endsHere: endsHere(text) }),
        ...(interjection && { interjection: interjection(text) }),
        ...this.#judged(text),
      };
      this.#push({ type: 'final', text, words: own, startMs, ...judged });
    });
  }

  close(): void {
    this.isClosed = true;
    this.#wake.resolve();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<SpeechToTextEvent> {
    while (!this.isClosed) {
      const event = this.#queue.shift();
      if (event instanceof Error) throw event;
      if (event) yield event;
      else {
        await this.#wake.promise;
        this.#wake = Promise.withResolvers();
      }
    }
  }

  #written(text: string, isFinal: boolean): string {
    const { writes } = this.#options;
    return text === '' || !writes ? text : writes(text, isFinal);
  }

  #judged(text: string): { confidence?: number } {
    const { confidence } = this.#options;
    return confidence ? { confidence: confidence(text) } : {};
  }

  /** Where in the stream the first sound is that no final has reported. */
  #soundStartMs(): number | null {
    if (!this.#options.tellsTimes) return null;
    const index = this.#sounding.indexOf(true, (this.#finalizedMs - this.#openedMs) / FRAME_MS);
    return index < 0 ? null : index * FRAME_MS;
  }

  #moveTo(openedMs: number): void {
    this.#finalizedMs += openedMs - this.#openedMs;
    this.#openedMs = openedMs;
  }

  get #heardMs(): number {
    return this.#openedMs + this.#framesWritten * FRAME_MS;
  }

  #partialText(untilMs: number): string {
    const words = this.#wordsBetween(this.#finalizedMs, untilMs);
    const newest = words.at(-1);
    const misheard = newest ? this.#options.mishears?.(newest.text) : null;
    if (!newest || !misheard || untilMs - newest.endMs >= misheard.forMs) return textOf(words);
    return textOf([...words.slice(0, -1), { text: misheard.as }]);
  }

  /** A word that did not come through is not recognized. */
  #wordsBetween(fromMs: number, untilMs: number) {
    return this.#options.caller.words(fromMs, untilMs).filter(({ startMs, endMs }) => {
      const frameAt = (ms: number): number => Math.max(0, (ms - this.#openedMs) / FRAME_MS);
      const heard = this.#sounding.slice(frameAt(startMs), frameAt(endMs));
      return heard.filter((sounds) => sounds).length > heard.length / 2;
    });
  }

  #push(event: SpeechToTextEvent | Error): void {
    this.#queue.push(event);
    this.#wake.resolve();
  }
}

const broken = ({ failure, name = 'scripted-stt' }: ScriptedSpeechToTextOptions): Error =>
  failure ?? new ProviderError('stt', name, 'the line to the recognizer broke', { retryable: true });

const textOf = (words: { text: string }[]): string => words.map(({ text }) => text).join(' ');
