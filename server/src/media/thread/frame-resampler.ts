import { type AudioRateHz, type Frame, frameSamples, Resampler } from '@parley/audio';

/** Frames of one rate in, as many of another out, each whole: what the resampler holds back comes with the next. */
export class FrameResampler {
  readonly #resampler: Resampler;
  readonly #samplesAFrame: number;
  #isSounding = false;

  constructor(fromHz: AudioRateHz, toHz: AudioRateHz) {
    this.#resampler = new Resampler(fromHz, toHz);
    this.#samplesAFrame = frameSamples(toHz);
  }

  /** Null is silence, in and out. */
  process(frame: Frame | null): Int16Array<ArrayBuffer> | null {
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
