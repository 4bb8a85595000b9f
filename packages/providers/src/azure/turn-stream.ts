import { FRAME_MS, type Frame } from '@parley/audio';
import { ProviderEvents, type SpeechToTextEvent, type SpeechToTextStream } from '@parley/conversation/provider';
import type { WireSound } from '../recognition/wire-sound.ts';
import { type FailingVendor, reportedFailure } from '../transport/vendor-failure.ts';
import type { VendorSocketOptions } from '../transport/vendor-socket.ts';
import { type HeardPhrase, type PhraseMessage, phraseOf, startOf } from './heard-phrase.ts';
import { TurnConnection, type TurnListener } from './turn-connection.ts';

const PIECE_FRAMES = 60 / FRAME_MS;
/** Turns whose end was not reported; the vendor has lost the one before. */
const MAX_ENDING = 3;

export interface TurnStreamOptions {
  vendor: FailingVendor;
  /** How frames go over the wire. */
  sound: WireSound;
  signal: AbortSignal;
  detectsLanguage: boolean;
  /** What is said of each turn before its audio. */
  context: object;
  /** Of each connection. */
  socketOptions: () => VendorSocketOptions;
}

interface Turn {
  connection: TurnConnection;
  /** Where in the stream its audio begins. */
  baseMs: number;
  /** The first word of what is being said, as it was first heard. */
  startMs: number | null;
  /** How often its end was asked for. */
  asked: number;
  /** What was recognized since it was. */
  phrases: HeardPhrase[];
}

/**
 * Recognition for a call. What was said is asked for by the end of a turn's audio, and a connection hears one turn at a
 * time: while one is recognized, the next is heard over another connection, and then they change places.
 */
export class TurnStream implements SpeechToTextStream {
  readonly #options: TurnStreamOptions;
  readonly #events = new ProviderEvents<SpeechToTextEvent>();
  readonly #ready = Promise.withResolvers<void>();
  readonly #onAbort = (): void => this.close();
  readonly #audio: Uint8Array<ArrayBuffer>;
  #audioFrames = 0;
  #writtenMs = 0;
  #turn: Turn;
  #ending: Turn[] = [];
  #idle: TurnConnection | null = null;
  /** Voice was written whose end was not asked for. */
  #hasVoice = false;
  #language: string | null = null;
  #isClosed = false;

  constructor(options: TurnStreamOptions) {
    this.#options = options;
    this.#audio = new Uint8Array(PIECE_FRAMES * options.sound.frameBytes);
    this.#ready.promise.catch(() => undefined);
    this.#turn = this.#begin(this.#connect());
    this.#turn.connection.opened.then(this.#ready.resolve, () => undefined);
    options.signal.addEventListener('abort', this.#onAbort, { once: true });
    if (options.signal.aborted) this.close();
  }

  /** Resolves when the vendor listens; rejects with a ProviderError. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  write(frame: Frame, voiced: boolean): void {
    if (this.#isClosed) return;
    if (voiced) this.#hasVoice = true;
    this.#writtenMs += FRAME_MS;
    const { sound } = this.#options;
    sound.write(frame, this.#audio.subarray(this.#audioFrames * sound.frameBytes));
    this.#audioFrames += 1;
    if (this.#audioFrames === PIECE_FRAMES) this.#sendAudio();
  }

  finalize(): void {
    if (this.#isClosed) return;
    const asked = this.#ending.at(-1);
    if (this.#hasVoice || this.#turn.startMs !== null) this.#endTurn();
    else if (asked) asked.asked += 1;
    else this.#answerSilence();
  }

  close(): void {
    this.#stop(null);
  }

  [Symbol.asyncIterator](): AsyncIterator<SpeechToTextEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  #connect(): TurnConnection {
    const { socketOptions, context, sound } = this.#options;
    const connection: TurnConnection = new TurnConnection({ ...socketOptions(), sound }, context, (error) =>
      this.#lose(connection, error),
    );
    return connection;
  }

  #begin(connection: TurnConnection): Turn {
    const baseMs = this.#writtenMs - this.#audioFrames * FRAME_MS;
    const turn: Turn = { connection, baseMs, startMs: null, asked: 0, phrases: [] };
    const listener: TurnListener = {
      onHypothesis: (message) => this.#hearHypothesis(turn, message),
      onPhrase: (message) => this.#hearPhrase(turn, message),
      onEnd: () => this.#leave(turn),
    };
    connection.begin(listener);
    return turn;
  }

  #sendAudio(): void {
    if (this.#audioFrames === 0) return;
    this.#turn.connection.write(this.#audio.subarray(0, this.#audioFrames * this.#options.sound.frameBytes));
    this.#audioFrames = 0;
  }

  #endTurn(): void {
    this.#sendAudio();
    this.#turn.connection.end();
    this.#turn.asked = 1;
    this.#ending.push(this.#turn);
    this.#hasVoice = false;
    const connection = this.#idle ?? this.#connect();
    this.#idle = null;
    this.#turn = this.#begin(connection);
    if (this.#ending.length <= MAX_ENDING) return;
    const lost = this.#ending.shift()!;
    lost.connection.close();
    this.#answer(lost);
  }

  #hearHypothesis(turn: Turn, message: PhraseMessage): void {
    turn.startMs ??= startOf(message, turn.baseMs);
    const text = [...turn.phrases.map((phrase) => phrase.text), message.Text ?? ''].join(' ').trim();
    if (text !== '') this.#events.push({ type: 'partial', text, startMs: turn.startMs, untilMs: null });
  }

  #hearPhrase(turn: Turn, message: PhraseMessage): void {
    const phrase = phraseOf(message, turn.baseMs, this.#options.vendor);
    if (!phrase) return;
    this.#hearLanguage(phrase);
    turn.phrases.push(phrase);
    turn.startMs ??= phrase.startMs;
    if (turn.asked === 0) this.#answer(turn);
  }

  #hearLanguage({ language }: HeardPhrase): void {
    if (!this.#options.detectsLanguage || language === null || language === this.#language) return;
    this.#language = language;
    this.#events.push({ type: 'language', language });
  }

  /** The vendor ends turns by itself, too; the connection hears the next one then. */
  #leave(turn: Turn): void {
    if (turn === this.#turn) {
      this.#turn = this.#begin(turn.connection);
      return;
    }
    this.#ending = this.#ending.filter((ending) => ending !== turn);
    if (this.#idle) turn.connection.close();
    else this.#idle = turn.connection;
    this.#answer(turn);
  }

  #answer(turn: Turn): void {
    const text = turn.phrases.map((phrase) => phrase.text).join(' ');
    const words = turn.phrases.flatMap((phrase) => phrase.words);
    this.#events.push({ type: 'final', text, words, startMs: turn.startMs });
    for (let again = 1; again < turn.asked; again += 1) this.#answerSilence();
    turn.phrases = [];
    turn.startMs = null;
  }

  #answerSilence(): void {
    this.#events.push({ type: 'final', text: '', words: [], startMs: null });
  }

  /** One that hears nothing is made again when it is needed. */
  #lose(connection: TurnConnection, error: Error): void {
    if (connection === this.#idle) this.#idle = null;
    else if (connection === this.#turn.connection || this.#ending.some((turn) => turn.connection === connection))
      this.#stop(error);
  }

  #stop(error: Error | null): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    for (const { connection } of [this.#turn, ...this.#ending]) connection.close();
    this.#idle?.close();
    this.#events.end(error);
    this.#ready.reject(error ?? reportedFailure(this.#options.vendor, 'was closed before it was ready', true));
  }
}
