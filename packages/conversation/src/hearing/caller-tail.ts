import { type Frame, frameRateHz, Resampler, SAMPLE_RATE_HZ } from '@parley/audio';
import { SoundTail } from './sound-tail.ts';

/** What models for the end of a turn listen to. */
const RATE_HZ = 16_000;
const KEPT_SAMPLES = 8 * RATE_HZ;

/** The last 8 s of what was heard, at 16 kHz. */
export class CallerTail {
  readonly #resampler = new Resampler(SAMPLE_RATE_HZ, RATE_HZ);
  readonly #tail = new SoundTail(KEPT_SAMPLES);

  /** @param frame of the call */
  write(frame: Frame): void {
    this.#tail.write(frameRateHz(frame) === RATE_HZ ? frame : this.#resampler.process(frame));
  }

  /** In their order, the newest last. */
  read(): Int16Array {
    return this.#tail.read();
  }
}
