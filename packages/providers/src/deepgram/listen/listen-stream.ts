import { FRAME_MS, type Frame } from '@parley/audio';
import {
  ProviderError,
  ProviderEvents,
  type SpeechToTextEvent,
  type SpeechToTextStream,
} from '@parley/conversation/provider';
import type { WireSound } from '../../recognition/wire-sound.ts';
import { type FailingVendor, reportedFailure } from '../../transport/vendor-failure.ts';
import type { VendorSocket } from '../../transport/vendor-socket.ts';
import type { ListenDialogue, ListenStreamPort } from './listen-dialogue.ts';

/** Within ten seconds something has to be sent (https://developers.deepgram.com/docs/audio-keep-alive). */
const KEEP_ALIVE_MS = 4000;

export interface ListenStreamOptions {
  socket: VendorSocket;
  vendor: FailingVendor;
  /** How frames go over the wire. */
  sound: WireSound;
  /** Called off: the stream closes. */
  signal: AbortSignal;
  /** A message has as many frames. */
  framesPerMessage: number;
  /** Sent when nothing else is; null: the protocol has none. */
  keepAlive: object | null;
  dialogue: (port: ListenStreamPort) => ListenDialogue;
}

/** A stream to Deepgram: sound up, the words of its dialogue down. */
export class ListenStream implements SpeechToTextStream {
  readonly #socket: VendorSocket;
  readonly #vendor: FailingVendor;
  readonly #sound: WireSound;
  readonly #signal: AbortSignal;
  readonly #dialogue: ListenDialogue;
  readonly #events = new ProviderEvents<SpeechToTextEvent>();
  readonly #batch: Uint8Array<ArrayBuffer>;
  #batched = 0;
  #framesWritten = 0;
  #hasSent = false;
  readonly #keepAliveTimer: NodeJS.Timeout | null;
  readonly #onAbort = () => this.close();
  #isClosed = false;

  constructor({ socket, vendor, sound, signal, framesPerMessage, keepAlive, dialogue }: ListenStreamOptions) {
    this.#socket = socket;
    this.#vendor = vendor;
    this.#sound = sound;
    this.#signal = signal;
    this.#batch = new Uint8Array(framesPerMessage * sound.frameBytes);
    this.#dialogue = dialogue({
      send: (message) => this.#socket.send(message),
      emit: (event) => this.#events.push(event),
      nowMs: () => performance.now(),
      failure: (message, retryable) => reportedFailure(vendor, message, retryable),
    });
    this.#keepAliveTimer = keepAlive && setInterval(() => this.#keepAlive(keepAlive), KEEP_ALIVE_MS);
    this.#keepAliveTimer?.unref();
    signal.addEventListener('abort', this.#onAbort, { once: true });
    if (signal.aborted) this.close();
    else void this.#receive();
  }

  write(frame: Frame, voiced: boolean): void {
    if (this.#isClosed) return;
    this.#sound.write(frame, this.#batch.subarray(this.#batched));
    this.#batched += this.#sound.frameBytes;
    this.#framesWritten += 1;
    if (this.#batched === this.#batch.length) this.#sendBatch();
    this.#dialogue.advance(this.#writtenMs, voiced);
  }

  finalize(): void {
    if (this.#isClosed) return;
    this.#sendBatch();
    this.#dialogue.finalize(this.#writtenMs);
  }

  close(): void {
    if (!this.#isClosed) this.#socket.send({ type: 'CloseStream' });
    this.#stop(null);
  }

  [Symbol.asyncIterator](): AsyncIterator<SpeechToTextEvent> {
    return this.#events[Symbol.asyncIterator]();
  }

  get #writtenMs(): number {
    return this.#framesWritten * FRAME_MS;
  }

  #sendBatch(): void {
    if (this.#batched === 0) return;
    this.#hasSent = true;
    this.#socket.send(this.#batch.slice(0, this.#batched));
    this.#batched = 0;
  }

  #keepAlive(message: object): void {
    if (!this.#hasSent) this.#socket.send(message);
    this.#hasSent = false;
  }

  async #receive(): Promise<void> {
    try {
      for await (const message of this.#socket)
        if (message.type === 'text') this.#dialogue.receive(this.#parse(message.text));
      this.#stop(reportedFailure(this.#vendor, 'ended the stream', true));
    } catch (cause) {
      this.#stop(cause instanceof ProviderError ? cause : reportedFailure(this.#vendor, String(cause), true));
    }
  }

  #parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw reportedFailure(this.#vendor, `sent what is no JSON: ${text}`, true);
    }
  }

  #stop(error: Error | null): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#keepAliveTimer ?? undefined);
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#socket.close();
    this.#events.end(error);
  }
}
