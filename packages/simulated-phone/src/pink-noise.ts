import { FRAME_SAMPLES } from '@parley/audio';

/** RMS of the filter below for white noise of ±1: the root of its impulse response's energy, over √3. */
const FILTER_RMS = 1.72;

/** Noise whose power falls by 3 dB an octave, like that of a street or a full room; by Paul Kellet's economy filter. */
export class PinkNoise {
  private readonly random: () => number;
  private readonly gain: number;
  private slow = 0;
  private medium = 0;
  private fast = 0;

  /** `levelDbfs` is the RMS level, as `levelDbfs` of @parley/audio measures it. `random` gives numbers in [0, 1). */
  constructor(levelDbfs: number, random: () => number) {
    this.random = random;
    this.gain = (32768 * 10 ** (levelDbfs / 20)) / FILTER_RMS;
  }

  /** The next 20 ms of 8 kHz. */
  nextFrame(): Int16Array {
    const frame = new Int16Array(FRAME_SAMPLES);
    for (let i = 0; i < FRAME_SAMPLES; i++) {
      const white = 2 * this.random() - 1;
      this.slow = 0.99765 * this.slow + 0.099046 * white;
      this.medium = 0.963 * this.medium + 0.2965164 * white;
      this.fast = 0.57 * this.fast + 1.0526913 * white;
      frame[i] = Math.round(this.gain * (this.slow + this.medium + this.fast + 0.1848 * white));
    }
    return frame;
  }
}
