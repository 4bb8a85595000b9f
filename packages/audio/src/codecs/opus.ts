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

/** Wideband speech (RFC 7587 section 3.1.1 recommends 16 to 20 kbit/s), with room for what is not speech. */
const BITRATE = 24_000;
/** Above it the time that encoding takes doubles, and speech gains little. */
const COMPLEXITY = 3;
const LONGEST_PACKET_MS = 120;

/** Duration of one frame of a packet by the upper five bits of its first byte (RFC 6716 table 2). */
function frameMs(configuration: number): number {
  if (configuration < 12) return [10, 20, 40, 60][configuration & 3]!;
  if (configuration < 16) return [10, 20][configuration & 1]!;
  return [2.5, 5, 10, 20][configuration & 3]!;
}

/** How long the sound of a packet is, by its first bytes (RFC 6716 section 3.2). Null when that is no Opus packet. */
export function opusDurationMs(payload: Uint8Array): number | null {
  const [first, second] = payload;
  if (first === undefined) return null;
  const code = first & 3;
  if (code === 3 && second === undefined) return null;
  const frames = code === 0 ? 1 : code === 3 ? second! & 0x3f : 2;
  const durationMs = frames * frameMs(first >> 3);
  return frames > 0 && durationMs <= LONGEST_PACKET_MS ? durationMs : null;
}

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

  constructor(sampleRate: AudioRateHz) {
    const speech = { application: Application.Voip, signal: Signal.Voice, bitrate: BITRATE, complexity: COMPLEXITY };
    this.#handle = new Handle(createEncoder({ channels: 1, sampleRate, ...speech }));
  }

  encode(samples: Int16Array, out: Uint8Array): number {
    const encoder = this.#handle.value;
    if (encoder === null) return 0;
    const packet = encoder.encode(samples, { frameSize: samples.length, maxPacketBytes: out.length });
    out.set(packet);
    return packet.length;
  }

  close(): void {
    this.#handle.close();
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
    const samples = ((opusDurationMs(payload) ?? 0) * this.#rateHz) / 1000;
    try {
      const decoded = this.#handle.value?.decode(payload);
      if (decoded?.length === samples) return decoded;
    } catch {
      // A packet that is broken inside is as good as lost.
    }
    return new Int16Array(samples);
  }

  close(): void {
    this.#handle.close();
  }
}
