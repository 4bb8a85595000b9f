import { FRAME_MS, type Frame } from '@parley/audio';
import {
  ProviderError,
  ProviderEvents,
  type SpeechToTextEvent,
  type SpeechToTextStream,
} from '@parley/conversation/provider';
import type { ServerConnection } from './server-connection.ts';
import type { Transcript } from './transcription-request.ts';
import { UploadedUtterance } from './uploaded-utterance.ts';

const PRE_ROLL_FRAMES = 500 / FRAME_MS;
/** What is longer is transcribed in parts: Whisper listens to 30 s at once, and audio is not kept without a limit. */
const MAX_UTTERANCE_MS = 30_000;
const PARTIAL_INTERVAL_MS = 700;
/** A pause this long may be the end: what was said until then is transcribed ahead of being asked for. */
const PAUSE_MS = 120;
/** A server that is slower than that has enough to do with the finals. */
const QUICK_MS = 1500;
/**
 * From a word to the draft that has it, where the server takes up to half a second: a final that is asked for sooner would
 * cut the upload within a word.
 */
export const SLOWEST_DRAFT_MS = 2000;
/** So many finals are under way when the server cannot keep up with the caller. */
const MAX_PENDING = 8;
const ATTEMPTS = 2;

type Transcribe = (samples: Int16Array, signal: AbortSignal) => Promise<Transcript>;

export interface UploadedStreamOptions {
  server: ServerConnection;
  transcribe: Transcribe;
  /** The vendor is to tell the language. */
  detectsLanguage: boolean;
  onClose: () => void;
}

/** A transcription of what there was of an utterance at the time. */
interface Draft {
  /** How far it listens. */
  untilMs: number;
  transcript: Promise<Transcript | null>;
  abort: AbortController;
}

/**
 * Recognition by a server that takes whole files: the detector of the call says where an utterance begins, `finalize`
 * where it ends; until then what there is of it is transcribed now and again.
 */
export class UploadedStream implements SpeechToTextStream {
  readonly #options: UploadedStreamOptions;
  readonly #events = new ProviderEvents<SpeechToTextEvent>();
  readonly #closing = new AbortController();
  #preRoll: Frame[] = [];
  #writtenMs = 0;
  #utterance: UploadedUtterance | null = null;
  #draft: Draft | null = null;
  /** The draft that is under way; null while there is none. */
  #busy: Draft | null = null;
  #lastRequestMs = 0;
  /** Finals leave in the order in which they were asked for. */
  #finals: Promise<void> = Promise.resolve();
  #pending = 0;
  #language: string | null = null;

  constructor(options: UploadedStreamOptions) {
    this.#options = options;
  }

  /** Silence, in the background: servers load a model with its first request, and unload it when idle. */
  warmUp(): void {
    void this.#options.transcribe(new Int16Array(0), this.#closing.signal).catch(() => undefined);
  }

  write(frame: Frame, voiced: boolean): void {
    if (this.#isClosed) return;
    if (!this.#utterance && !voiced) {
      this.#preRoll.push(frame.slice());
      if (this.#preRoll.length > PRE_ROLL_FRAMES) this.#preRoll.shift();
    } else {
      this.#utterance ??= new UploadedUtterance(this.#writtenMs, this.#preRoll.splice(0));
      this.#utterance.write(frame, voiced);
      if (this.#utterance.durationMs >= MAX_UTTERANCE_MS) this.finalize();
      else if (this.#isDraftDue(this.#utterance)) this.#begin(this.#utterance);
    }
    this.#writtenMs += FRAME_MS;
  }

  finalize(): void {
    if (this.#isClosed) return;
    const utterance = this.#utterance;
    const draft = this.#draft;
    this.#utterance = null;
    this.#draft = null;
    this.#preRoll = [];
    const startMs = utterance?.startMs ?? this.#writtenMs;
    if (!utterance) {
      this.#queue(startMs, 0, Promise.resolve({ text: '', words: [], language: null }));
      return;
    }
    const isHeard = draft !== null && draft.untilMs >= utterance.voicedUntilMs;
    if (!isHeard) draft?.abort.abort();
    this.#queue(startMs, utterance.audioStartMs, this.#finalOf(utterance, isHeard ? draft : null));
  }

  close(): void {
    this.#end(null);
  }

  [Symbol.asyncIterator](): AsyncIterator<SpeechToTextEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  #isDraftDue(utterance: UploadedUtterance): boolean {
    if (this.#busy || this.#pending > 0 || this.#lastRequestMs > QUICK_MS) return false;
    const heardMs = this.#draft?.untilMs ?? utterance.startMs;
    if (utterance.voicedUntilMs <= heardMs) return false;
    return utterance.silenceMs >= PAUSE_MS || utterance.endMs - heardMs >= this.#intervalMs;
  }

  /** The server rests for as long as it works. */
  get #intervalMs(): number {
    return Math.max(PARTIAL_INTERVAL_MS, 2 * this.#lastRequestMs);
  }

  #begin(utterance: UploadedUtterance): void {
    const abort = new AbortController();
    const signal = AbortSignal.any([this.#closing.signal, abort.signal]);
    const draft: Draft = { untilMs: utterance.endMs, abort, transcript: this.#draftOf(utterance, signal) };
    this.#draft = draft;
    this.#busy = draft;
    void draft.transcript.then((transcript) => {
      if (this.#busy === draft) this.#busy = null;
      if (!transcript || transcript.text === '' || this.#utterance !== utterance) return;
      this.#events.push({ type: 'partial', text: transcript.text, startMs: utterance.startMs, untilMs: null });
    });
  }

  /** Null when it has failed: the final will say so. */
  async #draftOf(utterance: UploadedUtterance, signal: AbortSignal): Promise<Transcript | null> {
    try {
      return await this.#measured(utterance.samples(), signal);
    } catch {
      return null;
    }
  }

  async #finalOf(utterance: UploadedUtterance, draft: Draft | null): Promise<Transcript> {
    const heard = await draft?.transcript;
    if (heard) return heard;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#measured(utterance.samples(), this.#closing.signal);
      } catch (cause) {
        if (this.#isClosed || attempt === ATTEMPTS || !isWorthAnother(cause)) throw cause;
      }
    }
  }

  async #measured(samples: Int16Array, signal: AbortSignal): Promise<Transcript> {
    const startedMs = performance.now();
    const transcript = await this.#options.transcribe(samples, signal);
    this.#lastRequestMs = performance.now() - startedMs;
    return transcript;
  }

  #queue(startMs: number, audioStartMs: number, transcript: Promise<Transcript>): void {
    transcript.catch(() => undefined);
    if (this.#pending >= MAX_PENDING) {
      this.#end(this.#error('cannot keep up with the caller'));
      return;
    }
    this.#pending += 1;
    this.#finals = this.#finals.then(async () => {
      try {
        this.#emit(await transcript, startMs, audioStartMs);
      } catch (cause) {
        this.#end(cause as Error);
      } finally {
        this.#pending -= 1;
      }
    });
  }

  #emit({ text, words, language }: Transcript, startMs: number, audioStartMs: number): void {
    if (this.#options.detectsLanguage && language !== null && text !== '' && language !== this.#language) {
      this.#language = language;
      this.#events.push({ type: 'language', language });
    }
    const heard = words.map((word) => ({
      ...word,
      startMs: word.startMs + audioStartMs,
      endMs: word.endMs + audioStartMs,
    }));
    this.#events.push({ type: 'final', text, words: heard, startMs });
  }

  #end(error: Error | null): void {
    if (this.#isClosed) return;
    this.#closing.abort();
    this.#utterance = null;
    this.#preRoll = [];
    this.#events.end(error);
    this.#options.onClose();
  }

  #error(message: string): ProviderError {
    const { role, provider } = this.#options.server.vendor;
    return new ProviderError(role, provider, message, { retryable: true });
  }
}

/** A server that says when it wants to be asked again is not asked sooner. */
const isWorthAnother = (cause: unknown): boolean =>
  cause instanceof ProviderError && cause.retryable && cause.retryAfterMs === null;
