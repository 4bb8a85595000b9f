import type { AudioRateHz } from '@parley/audio';

/** The rate of a call's frames, one for both directions: expected while it rings, known with the answer, the same until its end. */
export class FrameRate {
  #rateHz: AudioRateHz;

  constructor(expectedHz: AudioRateHz) {
    this.#rateHz = expectedHz;
  }

  get rateHz(): AudioRateHz {
    return this.#rateHz;
  }

  /** The call is answered, with this one. */
  settle(rateHz: AudioRateHz): void {
    this.#rateHz = rateHz;
  }
}
