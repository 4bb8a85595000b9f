import { type Frame, frameSamples, RateConverter, SAMPLE_RATE_HZ } from '@parley/audio';
import type { FrameRate } from '../frame-rate.ts';

/**
 * A stream of frames as what listens at 8 kHz has them: made once for all of it. Frames of a narrowband call are passed on
 * as they are.
 */
export class NarrowSound {
  #narrower: RateConverter | null = null;
  /** Of what was taken from the narrow sound; only while something is. */
  #widener: RateConverter | null = null;

  /** The next frame, at 8 kHz. */
  narrow(frame: Frame, { rateHz }: Pick<FrameRate, 'rateHz'>): Frame {
    if (rateHz === SAMPLE_RATE_HZ) return frame;
    this.#narrower ??= new RateConverter(rateHz, SAMPLE_RATE_HZ);
    return this.#narrower.convert(frame);
  }

  /**
   * The frame at its own rate, after something was taken from its narrow one: itself where nothing was, else what is left,
   * whose upper band is given up: an echo has one as well, and nothing tells the two apart there.
   */
  rest(frame: Frame, narrow: Frame, left: Frame): Frame {
    if (left === narrow) {
      this.#widener = null;
      return frame;
    }
    const isNarrow = frame.length === frameSamples(SAMPLE_RATE_HZ);
    if (isNarrow) return left;
    this.#widener ??= new RateConverter(SAMPLE_RATE_HZ, 2 * SAMPLE_RATE_HZ);
    return this.#widener.convert(left);
  }
}
