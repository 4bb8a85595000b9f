import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { decodeG711, dtmf, encodeG711, FRAME_SAMPLES, SAMPLE_RATE_HZ } from '@parley/audio';
import type { RawData, WebSocket } from 'ws';
import type { FrameMessage, PlayedReport } from '../../media/frame-message.ts';
import type { FrameSound } from '../carrier.ts';
import type { StreamDialect, StreamEvent, StreamedCall } from './stream-dialect.ts';

/** µ-law that waits to leave: 10 s of it. The connection is dead, or the call would be worth nothing. */
const MOST_WAITING_BYTES = 150_000;
/** Between two keys (Q.24 asks for 40 ms at least). */
const KEY_PAUSE_MS = 80;
/** 40 ms: what counts as heard is known as exactly as this. */
const MARK_EVERY_SAMPLES = 2 * FRAME_SAMPLES;
/** A stream that does not identify itself within this time is closed. */
const START_WITHIN_MS = 5000;

const CODECS = ['PCMU', 'PCMA'] as const;

export interface MediaStreamOptions {
  dialect: StreamDialect;
  /** Whether this is the stream of the call. */
  isOfCall(call: StreamedCall): boolean;
  onStart(call: StreamedCall): void;
  onDtmf(digit: string): void;
  /** The carrier has ended it. */
  onStop(): void;
  /** It broke. */
  onLost(reason: string): void;
}

/** One call's audio over a carrier's WebSocket: G.711 of 8 kHz to and from frames for a media thread. */
export class MediaStream {
  /** For the media thread. */
  readonly frames: FrameSound;
  readonly #options: MediaStreamOptions;
  readonly #port: MessagePort;
  #socket: WebSocket | null = null;
  #streamId: string | null = null;
  #codec: (typeof CODECS)[number] = 'PCMU';
  #starting: NodeJS.Timeout | undefined;
  /** Samples of all that was sent, up to the last mark, and up to the last one that came back. */
  #sentSamples = 0;
  #markedSamples = 0;
  #playedSamples = 0;
  #onPlayed: (() => void) | null = null;
  #isClosed = false;

  constructor(options: MediaStreamOptions) {
    const { port1, port2 } = new MessageChannel();
    this.#options = options;
    this.#port = port1;
    this.frames = { port: port2, sampleRateHz: SAMPLE_RATE_HZ, reportsPlayout: true };
    port1.on('message', (message: FrameMessage) => this.#deliver(message));
    // A call that is over keeps no process alive.
    port1.unref();
  }

  /** The carrier has connected. One stream is all that a call has. */
  attach(socket: WebSocket): void {
    if (this.#isClosed || this.#socket) {
      socket.close(1008, 'not the stream of this call');
      return;
    }
    this.#socket = socket;
    this.#starting = setTimeout(() => socket.terminate(), START_WITHIN_MS);
    socket.on('message', (data: RawData) => this.#onMessage(data));
    socket.on('close', (code) => this.#onClose(code));
  }

  /** Resolves when the carrier has played what it was sent, or does not within this time. */
  async played(limitMs: number): Promise<void> {
    if (this.#playedSamples >= this.#markedSamples || this.#isClosed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      this.#onPlayed = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#starting);
    this.#port.close();
    this.#socket?.close(1000);
  }

  #onMessage(data: RawData): void {
    for (const event of this.#options.dialect.read(String(data))) {
      if (this.#isClosed) return;
      if (event.type === 'start') this.#start(event);
      else if (this.#streamId !== null) this.#hear(event);
    }
  }

  #start({ streamId, call }: Extract<StreamEvent, { type: 'start' }>): void {
    if (this.#streamId !== null) return;
    if (!this.#options.isOfCall(call)) {
      this.#socket?.close(1008, 'not the stream of this call');
      return;
    }
    clearTimeout(this.#starting);
    const codec = CODECS.find((known) => known === call.codec);
    if (codec === undefined) {
      this.#options.onLost(`the media stream has audio in ${call.codec}, and must have it in PCMU`);
      return;
    }
    this.#codec = codec;
    this.#streamId = streamId;
    this.#options.onStart(call);
  }

  #hear(event: Exclude<StreamEvent, { type: 'start' }>): void {
    switch (event.type) {
      case 'media': {
        const samples = new Int16Array(decodeG711(this.#codec, event.payload));
        this.#port.postMessage(samples, [samples.buffer]);
        return;
      }
      case 'dtmf':
        this.#options.onDtmf(event.digit);
        return;
      case 'stop':
        this.#options.onStop();
        return;
      case 'mark':
        this.#onMark(Number(event.name));
        return;
    }
  }

  #onClose(code: number): void {
    clearTimeout(this.#starting);
    if (!this.#isClosed) this.#options.onLost(`the media stream was closed with code ${code} while the call went on`);
  }

  #deliver(message: FrameMessage): void {
    switch (message.type) {
      case 'frame':
        this.#deliverFrame(message.samples);
        return;
      case 'clear':
        this.#send({ event: 'clear' });
        return;
      case 'digits':
        for (const digit of message.digits) this.#press(digit);
        return;
    }
  }

  /** Silence is not sent: where nothing comes, the carrier plays nothing. */
  #deliverFrame(samples: Int16Array | null): void {
    if (samples) {
      this.#play(samples);
      this.#sentSamples += samples.length;
    }
    const unmarked = this.#sentSamples - this.#markedSamples;
    if (unmarked >= MARK_EVERY_SAMPLES || (samples === null && unmarked > 0)) this.#mark();
  }

  /** Comes back when everything before it was played, or was cleared. */
  #mark(): void {
    this.#markedSamples = this.#sentSamples;
    this.#send({ event: 'mark', mark: { name: String(this.#markedSamples) } });
  }

  #onMark(playedSamples: number): void {
    if (!(playedSamples > this.#playedSamples)) return;
    this.#playedSamples = playedSamples;
    this.#port.postMessage({ playedSamples } satisfies PlayedReport);
    if (playedSamples >= this.#markedSamples) this.#onPlayed?.();
  }

  #play(samples: Int16Array): void {
    const payload = Buffer.from(encodeG711('PCMU', samples)).toString('base64');
    this.#send({ event: 'media', media: { payload } });
  }

  /** Streams take no keys, but they take the two tones of one. */
  #press(digit: string): void {
    this.#play(dtmf(digit));
    this.#play(new Int16Array((KEY_PAUSE_MS * SAMPLE_RATE_HZ) / 1000));
  }

  #send(message: object): void {
    const socket = this.#socket;
    if (!socket || this.#streamId === null || socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MOST_WAITING_BYTES) socket.terminate();
    else socket.send(JSON.stringify(this.#options.dialect.addressed(this.#streamId, message)));
  }
}
