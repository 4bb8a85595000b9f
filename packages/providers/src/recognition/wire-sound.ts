import { type AudioRateHz, encodeG711, type Frame, frameSamples, SAMPLE_RATE_HZ } from '@parley/audio';

/**
 * A call's frames as they go to a vendor: µ-law of narrowband, which is all that the telephone network has of it, and 16-bit
 * PCM of wideband, of which companding would take away what the codec has brought.
 */
export class WireSound {
  readonly rateHz: AudioRateHz;
  readonly isWide: boolean;
  readonly frameBytes: number;

  constructor(rateHz: AudioRateHz = SAMPLE_RATE_HZ) {
    this.rateHz = rateHz;
    this.isWide = rateHz !== SAMPLE_RATE_HZ;
    this.frameBytes = frameSamples(rateHz) * (this.isWide ? Int16Array.BYTES_PER_ELEMENT : 1);
  }

  /** Writes `frameBytes` to the start of `out`. */
  write(frame: Frame, out: Uint8Array): void {
    // Every platform that Node runs on is little-endian, as the vendors want it.
    if (this.isWide) out.set(new Uint8Array(frame.buffer, frame.byteOffset, frame.byteLength));
    else encodeG711('PCMU', frame, out);
  }
}
