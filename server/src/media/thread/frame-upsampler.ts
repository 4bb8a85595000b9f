import { FRAME_MS, Resampler, SAMPLE_RATE_HZ } from '@parley/audio';

/** Frames of 20 ms at 8 kHz in, as many of another rate out, each whole: what the resampler holds back comes with the next. */
export class FrameUpsampler {
  readonly #resampler: Resampler;
  readonly #samplesAFrame: number;
  #isSounding = false;

  constructor(sampleRateHz: number) {
    this.#resampler = new Resampler(SAMPLE_RATE_HZ, sampleRateHz);
    this.#samplesAFrame = (sampleRateHz * FRAME_MS) / 1000;
  }

  /** Null is silence, in and out. */
  process(frame: Int16Array | null): Int16Array<ArrayBuffer> | null {
    if (frame === null && !this.#isSounding) return null;
    const out = new Int16Array(this.#samplesAFrame);
    if (frame === null) out.set(this.#resampler.flush());
    else {
      const samples = this.#resampler.process(frame);
      // The first frame lacks what waits for the next one.
      out.set(samples, out.length - samples.length);
    }
    this.#isSounding = frame !== null;
    return out;
  }
}
