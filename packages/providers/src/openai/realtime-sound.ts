import { type AudioRateHz, encodeG711, type Frame, Resampler, SAMPLE_RATE_HZ } from '@parley/audio';

/** "Only a 24kHz sample rate is supported" of `audio/pcm`. */
const PCM_RATE_HZ = 24_000;
/** µ-law of no voice. */
const MU_LAW_SILENCE = 0xff;

/** A call's sound as the Realtime API has it: µ-law of narrowband, and of wideband 16-bit PCM. */
export class RealtimeSound {
  readonly format: { readonly type: string; readonly rate?: number };
  readonly #resampler: Resampler | null;

  /** @param rateHz of the frames */
  constructor(rateHz: AudioRateHz = SAMPLE_RATE_HZ) {
    const isWide = rateHz !== SAMPLE_RATE_HZ;
    this.#resampler = isWide ? new Resampler(rateHz, PCM_RATE_HZ) : null;
    this.format = isWide ? { type: 'audio/pcm', rate: PCM_RATE_HZ } : { type: 'audio/pcmu' };
  }

  /** A few milliseconds of wideband wait for the next frame, or for `flush`. */
  encode(frame: Frame): Uint8Array {
    return this.#resampler ? bytesOf(this.#resampler.process(frame)) : encodeG711('PCMU', frame);
  }

  /** What still waits; another stretch of audio may follow. */
  flush(): Uint8Array {
    return this.#resampler ? bytesOf(this.#resampler.flush()) : new Uint8Array(0);
  }

  silence(durationMs: number): Uint8Array {
    return this.#resampler
      ? new Uint8Array((durationMs * PCM_RATE_HZ * Int16Array.BYTES_PER_ELEMENT) / 1000)
      : new Uint8Array((durationMs * SAMPLE_RATE_HZ) / 1000).fill(MU_LAW_SILENCE);
  }
}

/** Every platform that Node runs on is little-endian, as the API wants it. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Int16Array) => new Uint8Array(buffer, byteOffset, byteLength);
