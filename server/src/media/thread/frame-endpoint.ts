import { receiveMessageOnPort } from 'node:worker_threads';
import { type AudioRateHz, FRAME_MS, type Frame } from '@parley/audio';
import { emodelMos } from '@parley/rtp';
import type { FrameSound } from '../../carriers/carrier.ts';
import type { FrameMessage, HeardFrame, PlayedReport } from '../frame-message.ts';
import type { MediaStats } from '../media.ts';
import { FrameQueue } from './frame-queue.ts';
import { FrameResampler } from './frame-resampler.ts';
import type { MediaEndpoint } from './media-endpoint.ts';

export interface FrameEndpointOptions extends FrameSound {
  /** The call, for a leg that joins one; left out: the leg's rate is the call's. */
  call?: { readonly rateHz: AudioRateHz };
  /** Runs what comes over the port for the call that it belongs to. */
  within(work: () => void): void;
}

/** A leg whose audio comes and goes as frames over a port: a browser's. */
export class FrameEndpoint implements MediaEndpoint {
  onDtmf: ((digit: string) => void) | null = null;
  readonly port = 0;
  readonly isHeld = false;
  readonly #options: FrameEndpointOptions;
  #queue: FrameQueue;
  #outgoing: FrameResampler;
  #rateHz: AudioRateHz;
  /** Of all samples that were sent, and of those that the other side has played or shall not play. */
  #sentSamples = 0;
  #settledSamples = 0;
  #received = 0;
  #sent = 0;
  #lastAtMs: number | null = null;
  #jitterMs = 0;
  /** Of the last piece. */
  #pieceMs = FRAME_MS;
  #isClosed = false;

  constructor(options: FrameEndpointOptions) {
    this.#options = options;
    this.#rateHz = this.rateHz;
    this.#queue = new FrameQueue(options.sampleRateHz, this.rateHz);
    this.#outgoing = new FrameResampler(this.rateHz, options.sampleRateHz);
    options.port.on('message', (message: HeardFrame | PlayedReport) => options.within(() => this.#take(message)));
  }

  get rateHz(): AudioRateHz {
    return this.#options.call?.rateHz ?? this.#options.sampleRateHz;
  }

  get received(): number {
    return this.#received;
  }

  get stats(): MediaStats {
    const packetsLate = Math.round(this.#queue.droppedMs / this.#pieceMs);
    return {
      packetsSent: this.#sent,
      packetsReceived: this.#received,
      packetsLost: 0,
      packetsLate,
      concealedFrames: this.#queue.underruns,
      jitterMs: this.#jitterMs,
      mos: emodelMos({
        lossRate: this.#received === 0 ? 0 : packetsLate / this.#received,
        jitterMs: this.#jitterMs,
      }),
    };
  }

  redirect(): void {}

  pull(): Frame | null {
    this.#followCall();
    const { port } = this.#options;
    // Behind a pause of the thread ticks come at once, before the port is listened to.
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) this.#take(next.message);
    return this.#queue.pull();
  }

  send(frame: Frame | null): void {
    if (this.#isClosed) return;
    this.#followCall();
    this.#sent += 1;
    const samples = this.#outgoing.process(frame);
    this.#sentSamples += samples?.length ?? 0;
    this.#post({ type: 'frame', samples }, samples === null ? [] : [samples.buffer]);
  }

  clear(): void {
    this.#queue.clear();
    this.#settledSamples = this.#sentSamples;
    this.#post({ type: 'clear' });
  }

  discardUnplayed(): number {
    const { reportsPlayout = false, sampleRateHz } = this.#options;
    const unplayed = this.#sentSamples - this.#settledSamples;
    if (!reportsPlayout || unplayed === 0) return 0;
    this.#settledSamples = this.#sentSamples;
    this.#post({ type: 'clear' });
    return (unplayed * 1000) / sampleRateHz;
  }

  sendDtmf(digits: string): void {
    this.#post({ type: 'digits', digits });
  }

  close(): void {
    this.#isClosed = true;
    this.#options.port.close();
  }

  #post(message: FrameMessage, transfer: ArrayBuffer[] = []): void {
    if (!this.#isClosed) this.#options.port.postMessage(message, transfer);
  }

  /** A supervisor who listens while it rings joins before the call has its rate. */
  #followCall(): void {
    if (this.#rateHz === this.rateHz) return;
    this.#rateHz = this.rateHz;
    this.#queue = new FrameQueue(this.#options.sampleRateHz, this.rateHz);
    this.#outgoing = new FrameResampler(this.rateHz, this.#options.sampleRateHz);
  }

  #take(message: HeardFrame | PlayedReport): void {
    if (message instanceof Int16Array) this.#hear(message);
    else this.#settle(message);
  }

  #settle({ playedSamples }: PlayedReport): void {
    this.#settledSamples = Math.max(this.#settledSamples, playedSamples);
  }

  #hear(piece: HeardFrame): void {
    const nowMs = performance.now();
    this.#pieceMs = (piece.length * 1000) / this.#options.sampleRateHz;
    if (this.#lastAtMs !== null) {
      const differenceMs = Math.abs(nowMs - this.#lastAtMs - this.#pieceMs);
      // RFC 3550, appendix A.8.
      this.#jitterMs += (differenceMs - this.#jitterMs) / 16;
    }
    this.#lastAtMs = nowMs;
    this.#received += 1;
    this.#queue.push(piece);
  }
}
