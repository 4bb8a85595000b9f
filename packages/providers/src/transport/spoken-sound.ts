import { type AudioRateHz, decodeG711, SAMPLE_RATE_HZ } from '@parley/audio';
import type { SpeechChunk } from '@parley/conversation/provider';

/**
 * Speech as it comes from a vendor that was asked for the rate of the call: µ-law of narrowband, 16-bit PCM of wideband. One
 * for each clause: messages may end within a sample.
 */
export class SpokenSound {
  readonly rateHz: AudioRateHz;
  readonly isWide: boolean;
  #half: Uint8Array = new Uint8Array(0);

  constructor(rateHz: AudioRateHz = SAMPLE_RATE_HZ) {
    this.rateHz = rateHz;
    this.isWide = rateHz !== SAMPLE_RATE_HZ;
  }

  decode(audio: Uint8Array): SpeechChunk {
    return { samples: this.isWide ? this.#join(audio) : decodeG711('PCMU', audio), sampleRateHz: this.rateHz };
  }

  #join(audio: Uint8Array): Int16Array {
    const bytes = new Uint8Array(this.#half.length + audio.length);
    bytes.set(this.#half);
    bytes.set(audio, this.#half.length);
    const whole = bytes.length - (bytes.length % 2);
    this.#half = bytes.slice(whole);
    // Every platform that Node runs on is little-endian, as the vendors send it.
    return new Int16Array(bytes.buffer, 0, whole / 2);
  }
}
