import { Resampler } from './resampler.ts';

/**
 * A stream at another rate, whose every piece is as long as what goes in: what the resampler has to wait for is made up for by
 * silence at the start. Pieces are whole at both rates.
 */
export class RateConverter {
  readonly #resampler: Resampler;
  readonly #ratio: number;
  /** Of silence that is owed. */
  #held = new Int16Array(0);
  #hasBegun = false;

  constructor(fromHz: number, toHz: number) {
    this.#resampler = new Resampler(fromHz, toHz);
    this.#ratio = toHz / fromHz;
  }

  /** Any number of samples; returns as many ms of audio. */
  convert(samples: Int16Array): Int16Array<ArrayBuffer> {
    const out = new Int16Array(samples.length * this.#ratio);
    const ready = this.#resampler.process(samples);
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      this.#held = new Int16Array(Math.max(0, out.length - ready.length));
    }
    const queued = new Int16Array(this.#held.length + ready.length);
    queued.set(this.#held);
    queued.set(ready, this.#held.length);
    out.set(queued.subarray(0, out.length));
    this.#held = queued.slice(out.length);
    return out;
  }
}
