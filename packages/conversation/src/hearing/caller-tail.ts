import { type Frame, frameRateHz, Resampler, SAMPLE_RATE_HZ } from '@parley/audio';

/** What models for the end of a turn listen to. */
const RATE_HZ = 16_000;
const KEPT_SAMPLES = 8 * RATE_HZ;

/** The last 8 s of what was heard, at 16 kHz. */
export class CallerTail {
  readonly #resampler = new Resampler(SAMPLE_RATE_HZ, RATE_HZ);
  readonly #ring = new Int16Array(KEPT_SAMPLES);
  /** Of all that was heard. */
  #length = 0;

  /** @param frame of the call */
  write(frame: Frame): void {
    const samples = frameRateHz(frame) === RATE_HZ ? frame : this.#resampler.process(frame);
    for (const sample of samples) {
      this.#ring[this.#length % KEPT_SAMPLES] = sample;
      this.#length += 1;
    }
  }

  /** In their order, the newest last. */
  read(): Int16Array {
    const end = this.#length % KEPT_SAMPLES;
    if (this.#length <= KEPT_SAMPLES) return this.#ring.slice(0, this.#length);
    const samples = new Int16Array(KEPT_SAMPLES);
    samples.set(this.#ring.subarray(end));
    samples.set(this.#ring.subarray(0, end), KEPT_SAMPLES - end);
    return samples;
  }
}
