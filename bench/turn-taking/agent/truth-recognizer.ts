import { FRAME_MS, levelDbfs } from '@parley/audio';
import {
  ProviderEvents,
  type SpeechToText,
  type SpeechToTextEvent,
  type SpeechToTextOptions,
  type SpeechToTextStream,
} from '@parley/conversation';
import type { VirtualTime } from '@parley/conversation/testing';
import type { ClipWord } from '../stimuli/speech-clip.ts';
import { type RecognizerManner, ToldManner } from './recognizer-manner.ts';

/** A word reaches a recognizer when more than half of its frames do; an echo gate may have silenced them. */
const INAUDIBLE_DBOV = -60;

/** Where words can be heard, in milliseconds of the call. */
export interface AudibleWords {
  words(fromMs: number, untilMs: number): ClipWord[];
}

/** From a word's end to the partial that has it, and from the question for a final to that. */
export interface RecognizerDelays {
  partialMs: number;
  finalMs: number;
  /** Default: none. */
  manners?: readonly RecognizerManner[];
}

/** Hears every word as it was said, a fixed time after its end; finals as late after they are asked for. */
export class TruthRecognizer implements SpeechToText {
  readonly name = 'bench-recognizer';
  readonly capabilities = {
    interim: true,
    endOfTurn: 'none' as const,
    finalPatienceMs: 1500,
    keyTerms: false,
    languages: null,
    detectsLanguage: false,
  };
  readonly #time: VirtualTime;
  readonly #caller: AudibleWords;
  readonly #delays: RecognizerDelays;

  constructor(time: VirtualTime, caller: AudibleWords, delays: RecognizerDelays) {
    this.#time = time;
    this.#caller = caller;
    this.#delays = delays;
  }

  async open({ signal }: SpeechToTextOptions): Promise<SpeechToTextStream> {
    return new TruthStream(this.#time, this.#caller, this.#delays, signal);
  }
}

class TruthStream extends ProviderEvents<SpeechToTextEvent> implements SpeechToTextStream {
  readonly #time: VirtualTime;
  readonly #caller: AudibleWords;
  readonly #delays: RecognizerDelays;
  readonly #manner: ToldManner;
  /** Media time of the stream's beginning: of its first frame. */
  #openedMs: number;
  readonly #audible: boolean[] = [];
  /** Media time up to which words are in finals. */
  #finalMs: number;
  #partial = '';

  constructor(time: VirtualTime, caller: AudibleWords, delays: RecognizerDelays, signal: AbortSignal) {
    super();
    this.#time = time;
    this.#caller = caller;
    this.#delays = delays;
    this.#manner = new ToldManner(delays.manners ?? []);
    this.#openedMs = time.nowMs;
    this.#finalMs = time.nowMs;
    signal.addEventListener('abort', () => this.close());
  }

  write(frame: Int16Array): void {
    if (this.#audible.length === 0) {
      // It may have been opened while it still rang, before media time began.
      this.#openedMs = this.#time.nowMs - FRAME_MS;
      this.#finalMs = this.#openedMs;
    }
    this.#audible.push(levelDbfs(frame) > INAUDIBLE_DBOV);
    if (!this.#manner.isDue(this.#heardMs - this.#openedMs)) return;
    const audible = this.#wordsUntil(this.#heardMs);
    this.#tell(this.#manner.known(audible, this.#heardMs, this.#delays.partialMs));
    if (this.#manner.isOver(audible, this.#heardMs)) this.#settle(this.#heardMs);
  }

  finalize(): void {
    const untilMs = this.#heardMs;
    void this.#time.sleep(this.#delays.finalMs).then(() => this.#settle(untilMs));
  }

  close(): void {
    this.end();
  }

  #tell(words: readonly ClipWord[]): void {
    const text = this.#manner.partialText(textOf(words));
    if (text === this.#partial || text === '') return;
    this.#partial = text;
    const [startMs, wordsEndMs] = [words[0]!.startMs, words.at(-1)!.endMs].map((ms) => ms - this.#openedMs);
    const end = this.#manner.hasTimes ? { wordsEndMs: wordsEndMs! } : {};
    this.push({ type: 'partial', text, startMs: startMs!, untilMs: null, ...end });
  }

  #settle(untilMs: number): void {
    const words = this.#wordsUntil(untilMs).map(({ text, startMs, endMs }) => ({
      text,
      startMs: startMs - this.#openedMs,
      endMs: endMs - this.#openedMs,
    }));
    this.#finalMs = Math.max(this.#finalMs, untilMs);
    this.#partial = '';
    const timed = this.#manner.hasTimes ? words : [];
    this.push({
      type: 'final',
      text: this.#manner.finalText(textOf(words)),
      words: timed,
      startMs: words[0]?.startMs ?? null,
    });
  }

  get #heardMs(): number {
    return this.#openedMs + this.#audible.length * FRAME_MS;
  }

  #wordsUntil(untilMs: number): ClipWord[] {
    return this.#caller.words(this.#finalMs, untilMs).filter(({ startMs, endMs }) => {
      const [from, to] = [startMs, endMs].map((ms) => Math.floor((ms - this.#openedMs) / FRAME_MS));
      const frames = this.#audible.slice(from, to! + 1);
      return frames.filter((isAudible) => isAudible).length > frames.length / 2;
    });
  }
}

/** Chinese and Japanese leave nothing between their words. */
const UNSPACED =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;

const textOf = (words: readonly { text: string }[]): string =>
  words
    .map(({ text }) => text)
    .join(' ')
    .replace(UNSPACED, '');
