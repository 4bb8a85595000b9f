import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { LIVE_FRAME_MS } from '@parley/contract';
import type { FrameSound } from '../../carriers/carrier.ts';
import type { FrameMessage } from '../../media/frame-message.ts';

const BYTES_A_SAMPLE = Int16Array.BYTES_PER_ELEMENT;
/** What waits in this process for a client that does not keep up; more would only come too late. */
const MOST_WAITING_MS = 200;
/** A client that sends more than so many times what is played is not heard for the rest of the second. */
const MOST_SPEED = 2;

/** The client's end: the part of a WebSocket that carries audio. */
export interface SoundSocket {
  /** Bytes that were sent and have not left. */
  readonly bufferedAmount: number;
  send(data: Uint8Array): void;
}

export interface SoundPipeOptions {
  socket: SoundSocket;
  sampleRateHz: FrameSound['sampleRateHz'];
  onClear(): void;
  onDigits(digits: string): void;
}

/**
 * Carries frames of 10 ms between a client and a media thread. Nothing grows: of a client that is slow, frames are dropped,
 * and of one that is too fast as well.
 */
export class SoundPipe {
  /** For the media thread. */
  readonly frames: FrameSound;
  readonly #options: SoundPipeOptions;
  readonly #port: MessagePort;
  readonly #bytesAFrame: number;
  #second = 0;
  #framesInSecond = 0;
  /** Frames that a slow client did not get. */
  dropped = 0;

  constructor(options: SoundPipeOptions) {
    const { port1, port2 } = new MessageChannel();
    this.#options = options;
    this.#port = port1;
    this.frames = { port: port2, sampleRateHz: options.sampleRateHz };
    this.#bytesAFrame = ((options.sampleRateHz * LIVE_FRAME_MS) / 1000) * BYTES_A_SAMPLE;
    port1.on('message', (message: FrameMessage) => this.#deliver(message));
  }

  isFrame(data: Buffer): boolean {
    return data.length === this.#bytesAFrame;
  }

  /** A frame of the client. False when it is not a frame. */
  hear(data: Buffer): boolean {
    if (!this.isFrame(data)) return false;
    if (this.#isTooFast()) return true;
    const samples = new Int16Array(data.length / BYTES_A_SAMPLE);
    // Every platform that Node runs on is little-endian, as the frames are.
    data.copy(new Uint8Array(samples.buffer));
    this.#port.postMessage(samples, [samples.buffer]);
    return true;
  }

  /** Idempotent. */
  close(): void {
    this.#port.close();
  }

  #isTooFast(): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) this.#framesInSecond = 0;
    this.#second = second;
    this.#framesInSecond += 1;
    return this.#framesInSecond > (MOST_SPEED * 1000) / LIVE_FRAME_MS;
  }

  #deliver(message: FrameMessage): void {
    switch (message.type) {
      case 'frame':
        if (message.samples) this.#send(message.samples);
        return;
      case 'clear':
        this.#options.onClear();
        return;
      case 'digits':
        this.#options.onDigits(message.digits);
        return;
    }
  }

  /** Silence is not sent: a client that hears nothing plays nothing. */
  #send(samples: Int16Array<ArrayBuffer>): void {
    const { socket } = this.#options;
    const bytes = new Uint8Array(samples.buffer);
    const mostWaiting = (this.#bytesAFrame * MOST_WAITING_MS) / LIVE_FRAME_MS;
    for (let start = 0; start < bytes.length; start += this.#bytesAFrame) {
      if (socket.bufferedAmount > mostWaiting) this.dropped += 1;
      else socket.send(bytes.subarray(start, start + this.#bytesAFrame));
    }
  }
}
