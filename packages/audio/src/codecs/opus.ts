import {
  Application,
  createDecoder,
  createEncoder,
  loadLibopus,
  type OpusDecoderHandle,
  type OpusEncoderHandle,
  Signal,
} from 'libopus-wasm';
import type { AudioDecoder, AudioEncoder, AudioRateHz } from './audio-codec.ts';
import { opusDurationMs, opusRedundantMs } from './opus-packet.ts';

/** Wideband speech (RFC 7587 section 3.1.1 recommends 16 to 20 kbit/s), with room for what is not speech. */
const BITRATE = 24_000;
/** With redundancy for lost packets, which takes a part of it: below 28 kbit/s libopus makes room by a narrower band. */
const PROTECTED_BITRATE = 32_000;
/** Below it Opus is not understood (RFC 6716 section 2.1.1), whatever a peer asks for. */
const LEAST_BITRATE = 6000;
/** Above it the time that encoding takes doubles, and speech gains little. */
const COMPLEXITY = 3;

/** Loads the codec, which takes tens of milliseconds once in a thread. Before, encoders write nothing, and decoders are silent. */
export async function loadOpus(): Promise<void> {
  await loadLibopus();
}

/** What the library makes within the same turn of the event loop, once it is loaded. */
class Handle<T extends { free(): void }> {
  #value: T | null = null;
  #isClosed = false;

  constructor(created: Promise<T>) {
    created.then(
      (value) => {
        if (this.#isClosed) value.free();
        else this.#value = value;
      },
      // Without memory for it the stream stays silent.
      () => {},
    );
  }

  get value(): T | null {
    return this.#value;
  }

  close(): void {
    this.#isClosed = true;
    this.#value?.free();
    this.#value = null;
  }
}

/** Opus (RFC 6716) for speech: mono, of the bandwidth that its rate has. Packets of 10, 20, 40 or 60 ms. */
export class OpusEncoder implements AudioEncoder {
  readonly #handle: Handle<OpusEncoderHandle>;
  #lossPercent = 0;
  #mostBitsPerSecond = Number.POSITIVE_INFINITY;
  /** What the library was last given. */
  #given = { lossPercent: 0, bitrate: BITRATE };

  constructor(sampleRate: AudioRateHz) {
    const speech = { application: Application.Voip, signal: Signal.Voice, bitrate: BITRATE, complexity: COMPLEXITY };
    this.#handle = new Handle(createEncoder({ channels: 1, sampleRate, ...speech }));
  }

  encode(samples: Int16Array, out: Uint8Array): number {
    const encoder = this.#handle.value;
    if (encoder === null) return 0;
    this.#adjust(encoder);
    const packet = encoder.encode(samples, { frameSize: samples.length, maxPacketBytes: out.length });
    out.set(packet);
    return packet.length;
  }

  expectLoss(percent: number): void {
    this.#lossPercent = percent;
  }

  limitBitrate(bitsPerSecond: number | null): void {
    this.#mostBitsPerSecond = bitsPerSecond ?? Number.POSITIVE_INFINITY;
  }

  close(): void {
    this.#handle.close();
  }

  #adjust(encoder: OpusEncoderHandle): void {
    const lossPercent = this.#lossPercent;
    const wanted = lossPercent > 0 ? PROTECTED_BITRATE : BITRATE;
    const bitrate = Math.max(LEAST_BITRATE, Math.min(wanted, this.#mostBitsPerSecond));
    if (bitrate !== this.#given.bitrate) encoder.setBitrate(bitrate);
    if (lossPercent !== this.#given.lossPercent) {
      encoder.setFec(lossPercent > 0);
      encoder.setPacketLossPercent(lossPercent);
    }
    this.#given = { lossPercent, bitrate };
  }
}

/** The other way, at either rate; stereo is mixed to one channel. */
export class OpusDecoder implements AudioDecoder {
  readonly #handle: Handle<OpusDecoderHandle>;
  readonly #rateHz: AudioRateHz;

  constructor(sampleRate: AudioRateHz) {
    this.#rateHz = sampleRate;
    this.#handle = new Handle(createDecoder({ channels: 1, sampleRate }));
  }

  decode(payload: Uint8Array): Int16Array {
    return this.#decode(payload, opusDurationMs(payload) ?? 0);
  }

  recover(payload: Uint8Array): Int16Array {
    return this.#decode(payload, opusRedundantMs(payload), true);
  }

  close(): void {
    this.#handle.close();
  }

  #decode(payload: Uint8Array, durationMs: number, decodeFec = false): Int16Array {
    const samples = (durationMs * this.#rateHz) / 1000;
    try {
      const decoded = this.#handle.value?.decode(payload, decodeFec ? { decodeFec, frameSize: samples } : {});
      if (decoded?.length === samples) return decoded;
    } catch {
      // A packet that is broken inside is as good as lost.
    }
    return new Int16Array(samples);
  }
}
