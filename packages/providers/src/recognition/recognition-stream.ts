import { type AudioRateHz, FRAME_MS, type Frame } from '@parley/audio';
import { ProviderEvents, type SpeechToTextEvent, type SpeechToTextStream } from '@parley/conversation/provider';
import type { KeepAlive } from '../transport/keep-alive.ts';
import { type FailingVendor, reportedFailure } from '../transport/vendor-failure.ts';
import { VendorSocket, type VendorSocketOptions } from '../transport/vendor-socket.ts';
import { WireSound } from './wire-sound.ts';

/** Vendors ask for pieces of 50 to 100 ms: fewer messages than frames, and little delay. */
const PIECE_FRAMES = 60 / FRAME_MS;

export interface RecognitionStreamOptions extends VendorSocketOptions {
  signal: AbortSignal;
  /** Sent first. The vendor does not answer it: it listens as soon as the connection is open. */
  startMessage?: object;
  /** Sent when nothing was sent for so long. */
  keepAlive?: KeepAlive;
  /** Sent before the connection is closed. */
  closeMessage?: object;
  /** So much is kept back, that what is left for the end of an utterance is not too short for the vendor. */
  reserveMs?: number;
  /** Of the frames. Default 8000. */
  sampleRateHz?: AudioRateHz | undefined;
}

/** Recognition over a socket that takes µ-law at 8 kHz, or PCM at 16 kHz. A subclass speaks a vendor's protocol; `M` is a message of it. */
export abstract class RecognitionStream<M extends object> implements SpeechToTextStream {
  protected readonly vendor: FailingVendor;
  readonly #events = new ProviderEvents<SpeechToTextEvent>();
  readonly #socket: VendorSocket;
  readonly #ready = Promise.withResolvers<void>();
  readonly #signal: AbortSignal;
  readonly #onAbort = (): void => this.close();
  #keepAliveTimer: NodeJS.Timeout | null = null;
  readonly #closeMessage: object | null;
  readonly #maxFrames: number;
  #hasSent = false;
  protected readonly sound: WireSound;
  readonly #audio: Uint8Array<ArrayBuffer>;
  #audioFrames = 0;
  #writtenMs = 0;
  #isClosed = false;

  constructor(options: RecognitionStreamOptions) {
    const { signal, startMessage, keepAlive, closeMessage, reserveMs = 0, sampleRateHz, ...socket } = options;
    this.vendor = socket.vendor;
    this.#signal = signal;
    this.#closeMessage = closeMessage ?? null;
    this.#maxFrames = PIECE_FRAMES + Math.ceil(reserveMs / FRAME_MS);
    this.sound = new WireSound(sampleRateHz);
    this.#audio = new Uint8Array(this.#maxFrames * this.sound.frameBytes);
    this.#socket = new VendorSocket(socket);
    this.#ready.promise.catch(() => undefined);
    if (startMessage) {
      this.#socket.send(startMessage);
      this.#socket.opened.then(this.#ready.resolve, () => undefined);
    }
    if (keepAlive)
      this.#keepAliveTimer = setInterval(() => this.#keepAlive(keepAlive.message), keepAlive.everyMs).unref();
    signal.addEventListener('abort', this.#onAbort, { once: true });
    if (signal.aborted) this.close();
    void this.#consume();
  }

  /** Resolves when the vendor listens; rejects with a ProviderError. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  write(frame: Frame, voiced: boolean): void {
    if (this.#isClosed) return;
    this.heard(voiced);
    this.#writtenMs += FRAME_MS;
    this.sound.write(frame, this.#audio.subarray(this.#audioFrames * this.sound.frameBytes));
    this.#audioFrames += 1;
    if (this.#audioFrames === this.#maxFrames) this.sendAudio(this.#take(PIECE_FRAMES));
  }

  abstract finalize(): void;

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#keepAliveTimer ?? undefined);
    this.#signal.removeEventListener('abort', this.#onAbort);
    if (this.#closeMessage) this.#socket.send(this.#closeMessage);
    this.#socket.close();
    this.#events.end();
    this.#ready.reject(reportedFailure(this.vendor, 'was closed before it was ready', true));
  }

  [Symbol.asyncIterator](): AsyncIterator<SpeechToTextEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  /** Milliseconds of the stream that were written. */
  protected get writtenMs(): number {
    return this.#writtenMs;
  }

  protected get isClosed(): boolean {
    return this.#isClosed;
  }

  /** A frame is about to be written. */
  protected abstract heard(voiced: boolean): void;
  /** @param audio µ-law or PCM; it belongs to the callee */
  protected abstract sendAudio(audio: Uint8Array): void;
  /** A message of the vendor's. What it throws ends the stream. */
  protected abstract received(message: M): void;

  /** The vendor listens. */
  protected begin(): void {
    this.#ready.resolve();
  }

  protected emit(event: SpeechToTextEvent): void {
    this.#events.push(event);
  }

  protected send(message: object | Uint8Array): void {
    this.#hasSent = true;
    this.#socket.send(message);
  }

  /** Of what was written and not sent yet. */
  protected get pendingMs(): number {
    return this.#audioFrames * FRAME_MS;
  }

  /** What was written and not sent yet. */
  protected takeAudio(): Uint8Array {
    return this.#take(this.#audioFrames);
  }

  #take(frames: number): Uint8Array<ArrayBuffer> {
    const bytes = frames * this.sound.frameBytes;
    const taken = this.#audio.slice(0, bytes);
    this.#audio.copyWithin(0, bytes);
    this.#audioFrames -= frames;
    return taken;
  }

  #keepAlive(message: object): void {
    if (!this.#hasSent) this.send(message);
    this.#hasSent = false;
  }

  async #consume(): Promise<void> {
    try {
      for await (const message of this.#socket) {
        if (message.type === 'text') this.received(JSON.parse(message.text) as M);
      }
      this.#fail(reportedFailure(this.vendor, 'closed the connection', true));
    } catch (cause) {
      this.#fail(cause as Error);
    }
  }

  #fail(cause: Error): void {
    const error = cause instanceof SyntaxError ? reportedFailure(this.vendor, 'sent no JSON', true) : cause;
    this.#ready.reject(error);
    this.#events.end(error);
    this.close();
  }
}
