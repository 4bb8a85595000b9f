import { FRAME_MS, FRAME_SAMPLES } from '@parley/audio';
import {
  type HeardWord,
  ProviderError,
  ProviderEvents,
  type SaidOver,
  type SpeechToText,
  type SpeechToTextCapabilities,
  type SpeechToTextEvent,
  type SpeechToTextOptions,
  type SpeechToTextStream,
} from '@parley/conversation/provider';

import { isEnglish } from '../open-vocabulary/any-words-language.ts';
import type { OpenVocabulary } from '../open-vocabulary/open-vocabulary.ts';
import { type Decision, SecondHearing } from '../open-vocabulary/second-hearing.ts';
import type { SpeechReport } from '../worker/messages.ts';
import type { SpeechThread } from '../worker/speech-thread.ts';
import { TELEPHONE_MEAN } from './cepstral-mean.ts';
import { readableText } from './readable-text.ts';
import type { RecognitionLag } from './recognition-lag.ts';

/** Sound before the first voiced frame: the detector's onset, and soft consonants before it. */
const PRE_ROLL_FRAMES = 300 / FRAME_MS;
/** Frames are sent five at a time: a message costs more than it takes to decode a frame. */
const BATCH_FRAMES = 100 / FRAME_MS;
/** An utterance that is longer is cut: the search's memory grows with it. */
const MAXIMUM_UTTERANCE_FRAMES = 30_000 / FRAME_MS;

/** What recognizes the utterances of a stream. */
export type RecognitionThread = Pick<SpeechThread, 'prepare' | 'begin' | 'hear' | 'end' | 'abandon'>;

/** Where new streams find one; `leave` is called when the stream closes. */
export interface RecognitionThreads {
  join(): Promise<{ thread: RecognitionThread; leave: () => void }>;
}

/**
 * Recognition by soundswallower in worker threads, within a grammar of hints and telephone phrases, in US English whatever the
 * language is. What is said outside the grammar comes out empty or wrong, unless a model of any words hears it, too.
 */
export class BuiltinSpeechToText implements SpeechToText {
  readonly name = 'builtin';
  readonly capabilities: SpeechToTextCapabilities = {
    interim: true,
    closedVocabulary: true,
    endOfTurn: 'none',
    // It says how far it is: a recognizer without a processor is late, not deaf.
    finalPatienceMs: 1500,
    keyTerms: true,
    languages: ['en'],
    detectsLanguage: false,
  };
  private readonly threads: RecognitionThreads;
  private readonly lag: RecognitionLag;
  private readonly anyWords: OpenVocabulary | null;

  /**
   * `lag` gathers how far the streams that are opened here were behind; `anyWords` hears what is not expected, where there is
   * one.
   */
  constructor(threads: RecognitionThreads, lag: RecognitionLag, anyWords: OpenVocabulary | null = null) {
    this.threads = threads;
    this.lag = lag;
    this.anyWords = anyWords;
  }

  async open({ language, hints, signal }: SpeechToTextOptions): Promise<SpeechToTextStream> {
    const { thread, leave } = await this.threads.join().catch((cause: Error) => {
      throw new ProviderError('stt', this.name, cause.message, { retryable: true, cause });
    });
    const anyWords = language === null || isEnglish(language) ? this.anyWords : null;
    return new BuiltinSpeechToTextStream({ thread, hints, signal, lag: this.lag, anyWords, onClosed: leave });
  }
}

interface OpenUtterance {
  id: number;
  frames: number;
  owed: OwedFinal;
  /** Null where no model of any words is there. */
  second: SecondHearing | null;
}

/** Where an utterance starts in the stream: its audio, and some time later its first voiced frame. */
interface Start {
  soundMs: number;
  voiceMs: number;
}

/** An utterance so far. */
interface Progress {
  readonly start: Start;
  /** What the search for what is expected has found. */
  found: string;
  /** What was said according to the model of any words; null: what was found. */
  instead: string | null;
  /** By that model it was surely said; null where it is not there. */
  understood: boolean | null;
  /** How sure its words are by that model, 0 to 1; null where it is not there. */
  confidence: number | null;
  /** Where in the stream the search is. */
  untilMs: number;
  /** Up to where the model of any words has listened; null where it is not there. */
  openUntilMs: number | null;
}

/** A `final` that is owed, in the order of the calls of `finalize`. */
interface OwedFinal {
  /** Null until its utterance is recognized. */
  event: SpeechToTextEvent | null;
  /** Where in the stream its utterance ended; null while it goes on. */
  endMs: number | null;
  overAgent: boolean;
}

interface StreamOptions {
  thread: RecognitionThread;
  hints: string[];
  signal: AbortSignal;
  lag: RecognitionLag;
  anyWords: OpenVocabulary | null;
  onClosed: () => void;
}

class BuiltinSpeechToTextStream implements SpeechToTextStream {
  private readonly thread: RecognitionThread;
  private readonly onClosed: () => void;
  private readonly hints: string[];
  private readonly events = new ProviderEvents<SpeechToTextEvent>();
  private readonly signal: AbortSignal;
  private readonly lag: RecognitionLag;
  private readonly anyWords: OpenVocabulary | null;
  private readonly onAbort = () => this.close();
  private readonly owed: OwedFinal[] = [];
  private readonly unfinished = new Set<number>();
  /** Of utterances that have no final yet. */
  private readonly seconds = new Set<SecondHearing>();
  /** Frames of the open utterance that are not sent yet. */
  private frames: Int16Array[] = [];
  /** Frames since the last voiced one, of an utterance that has ended too: the soft beginning of a word may be in it. */
  private quiet: Int16Array[] = [];
  private framesWritten = 0;
  private utterance: OpenUtterance | null = null;
  /** Of the caller's voice, by all of it that was recognized. */
  private mean = TELEPHONE_MEAN;
  private closed = false;

  constructor({ thread, hints, signal, lag, anyWords, onClosed }: StreamOptions) {
    this.thread = thread;
    this.hints = hints;
    this.signal = signal;
    this.lag = lag;
    this.anyWords = anyWords;
    this.onClosed = onClosed;
    this.thread.prepare(hints);
    if (signal.aborted) this.close();
    else signal.addEventListener('abort', this.onAbort, { once: true });
  }

  write(frame: Int16Array, voiced: boolean): void {
    if (this.closed) return;
    const kept = frame.slice();
    this.framesWritten += 1;
    if (this.utterance) this.extend(this.utterance, kept, voiced);
    else if (voiced) this.begin([...this.quiet, kept]);
    this.noteQuiet(kept, voiced);
  }

  finalize(said?: SaidOver): void {
    if (this.closed) return;
    if (this.utterance) this.endUtterance(this.utterance, said);
    else
      this.owe({
        event: { type: 'final', text: '', words: [], startMs: null },
        endMs: this.writtenMs,
        overAgent: false,
      });
  }

  close(): void {
    this.stop(null);
  }

  [Symbol.asyncIterator](): AsyncIterator<SpeechToTextEvent> {
    return this.events[Symbol.asyncIterator]();
  }

  private noteQuiet(frame: Int16Array, voiced: boolean): void {
    if (voiced) this.quiet = [];
    else if (this.quiet.push(frame) > PRE_ROLL_FRAMES) this.quiet.shift();
  }

  private begin(frames: Int16Array[]): void {
    this.frames = frames;
    const start: Start = {
      soundMs: (this.framesWritten - this.frames.length) * FRAME_MS,
      voiceMs: (this.framesWritten - 1) * FRAME_MS,
    };
    const owed: OwedFinal = { event: null, endMs: null, overAgent: false };
    const progress: Progress = {
      start,
      found: '',
      instead: null,
      understood: this.anyWords && false,
      confidence: this.anyWords && 0,
      untilMs: start.soundMs,
      openUntilMs: this.anyWords && start.soundMs,
    };
    const second = this.listenTwice(progress, owed);
    const id = this.thread.begin(this.hints, this.mean, (report) => this.receive(report, owed, progress, second));
    this.unfinished.add(id);
    this.owed.push(owed);
    this.utterance = { id, frames: this.frames.length, owed, second };
    this.send(this.utterance);
    this.pushPartial(progress);
  }

  private listenTwice(progress: Progress, owed: OwedFinal): SecondHearing | null {
    if (!this.anyWords) return null;
    const second = new SecondHearing({
      anyWords: this.anyWords,
      frames: this.frames,
      foundText: () => progress.found,
      onNews: (news, frames) => {
        if (this.closed || owed.event) return;
        progress.openUntilMs = progress.start.soundMs + frames * FRAME_MS;
        if (news) {
          const { text: instead, understood, confidence } = news;
          Object.assign(progress, { instead, understood, confidence });
        }
        this.pushPartial(progress);
      },
    });
    this.seconds.add(second);
    return second;
  }

  private pushPartial({ start, found, instead, understood, confidence, untilMs, openUntilMs }: Progress): void {
    this.events.push({
      type: 'partial',
      text: instead ?? found,
      startMs: start.voiceMs,
      // What the search finds meanwhile may be something else: the text is not known any further.
      untilMs: Math.min(untilMs, openUntilMs ?? untilMs),
      ...known({ understood, confidence }),
    });
  }

  private extend(utterance: OpenUtterance, frame: Int16Array, voiced: boolean): void {
    this.frames.push(frame);
    utterance.second?.write(frame, voiced);
    utterance.frames += 1;
    if (this.frames.length >= BATCH_FRAMES) this.send(utterance);
    if (utterance.frames >= MAXIMUM_UTTERANCE_FRAMES) this.endUtterance(utterance);
  }

  private endUtterance(utterance: OpenUtterance, said?: SaidOver): void {
    if (this.frames.length > 0) this.send(utterance);
    utterance.owed.endMs = this.writtenMs;
    utterance.owed.overAgent = said?.overAgent ?? false;
    this.thread.end(utterance.id, said);
    this.utterance = null;
  }

  private send(utterance: OpenUtterance): void {
    const samples = new Int16Array(this.frames.length * FRAME_SAMPLES);
    for (const [index, frame] of this.frames.entries()) samples.set(frame, index * FRAME_SAMPLES);
    this.frames = [];
    this.thread.hear(utterance.id, samples);
  }

  private receive(report: SpeechReport, owed: OwedFinal, progress: Progress, second: SecondHearing | null): void {
    const { start } = progress;
    if (report.type === 'partial') {
      const decodedMs = start.soundMs + report.decodedMs;
      // Once an utterance has ended, how late its final is will tell.
      if (owed.endMs === null) this.lag.note(this.writtenMs, decodedMs);
      const found = readableText(report.text);
      // What was found anew was not compared yet.
      if (progress.instead === null && found !== progress.found) {
        progress.understood &&= false;
        progress.confidence &&= 0;
      }
      Object.assign(progress, { found, untilMs: decodedMs });
      this.pushPartial(progress);
    } else if (report.type === 'final') {
      this.unfinished.delete(report.utterance);
      this.mean = report.mean;
      this.noteLag(owed);
      if (second === null) this.settle(owed, finalOf(report, start));
      else void this.settleTogether(report, owed, start, second);
    } else if (report.type === 'recognition_failed') {
      this.stop(new ProviderError('stt', 'builtin', report.message, { retryable: true }));
    }
  }

  private async settleTogether(report: Final, owed: OwedFinal, start: Start, second: SecondHearing): Promise<void> {
    const { interjection, end } = report;
    const found = { text: textOf(report), interjection, end };
    const decision = await second.decide(found, owed.overAgent);
    this.seconds.delete(second);
    this.settle(owed, finalOf(report, start, decision ?? UNDECIDED));
  }

  private settle(owed: OwedFinal, event: SpeechToTextEvent): void {
    owed.event = event;
    if (!this.closed) this.payOwed();
  }

  /** How much of the stream there is so far. */
  private get writtenMs(): number {
    return this.framesWritten * FRAME_MS;
  }

  private noteLag({ endMs }: OwedFinal): void {
    if (endMs !== null) this.lag.note(this.writtenMs, endMs);
  }

  private owe(owed: OwedFinal): void {
    this.owed.push(owed);
    this.payOwed();
  }

  private payOwed(): void {
    while (this.owed[0]?.event) this.events.push(this.owed.shift()!.event!);
  }

  private stop(error: Error | null): void {
    if (this.closed) return;
    this.closed = true;
    this.signal.removeEventListener('abort', this.onAbort);
    for (const owed of this.owed) this.noteLag(owed);
    for (const id of this.unfinished) this.thread.abandon(id);
    for (const second of this.seconds) second.forget();
    this.onClosed();
    this.events.end(error);
  }
}

type Final = Extract<SpeechReport, { type: 'final' }>;

const textOf = ({ words }: Final): string => readableText(words.map(({ text }) => text).join(' '));

/** The model of any words did not say in time. */
const UNDECIDED = { text: null, understood: false } as const;

/** Without what is not known. */
const known = <T extends object>(all: T) =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

/** @param decision of the model of any words, where it is there */
function finalOf(report: Final, { soundMs, voiceMs }: Start, decision: Partial<Decision> = {}): SpeechToTextEvent {
  const { text: instead = null, understood = null, confidence = null } = decision;
  const { interjection = report.interjection?.phrase ?? null, endsHere = report.end?.probability ?? 0 } = decision;
  const said = {
    type: 'final',
    startMs: voiceMs,
    endsHere,
    ...known({ understood, interjection, confidence }),
  } as const;
  if (instead !== null) return { ...said, text: instead, words: [] };
  const words: HeardWord[] = report.words.map((word) => ({
    text: word.text,
    startMs: soundMs + word.startMs,
    endMs: soundMs + word.endMs,
  }));
  return { ...said, text: textOf(report), words };
}
