/** Inverse of the logarithmic quantizer's step, five bits of mantissa (G.722 table 12). */
const INVERSE_LOG = Int16Array.of(
  ...[2048, 2093, 2139, 2186, 2233, 2282, 2332, 2383, 2435, 2489, 2543, 2599, 2656, 2714, 2774, 2834],
  ...[2896, 2960, 3025, 3091, 3158, 3228, 3298, 3371, 3444, 3520, 3597, 3676, 3756, 3838, 3922, 4008],
);
const ZEROS = 6;
/** Leakage of the step's logarithm and of the predictor's coefficients, in fractions of 2¹⁵ (or 2⁷). */
const LOG_LEAKAGE = 127;
const ZERO_LEAKAGE = 32_640;
const FIRST_POLE_LEAKAGE = 32_640;
const SECOND_POLE_LEAKAGE = 32_512;
const FIRST_POLE_GAIN = 192;
const SECOND_POLE_GAIN = 128;
const ZERO_GAIN = 128;
/** The poles stay inside the unit circle (G.722 section 3.6.3). */
const SECOND_POLE_LIMIT = 12_288;
const POLES_LIMIT = 15_360;

/** To 16 bits. */
export function saturate16(value: number): number {
  return Math.max(-32_768, Math.min(32_767, value));
}

export interface BandSettings {
  /** What the step's logarithm changes by, for the magnitude that was sent (`wl`, `wh`). */
  readonly logSteps: Int16Array;
  /** The logarithm's upper limit, and the exponent that it is taken from. */
  readonly logLimit: number;
  readonly exponent: number;
  /** Of the step at the start. */
  readonly firstStep: number;
}

/** G.722's lower and higher sub-band: 6 and 2 bits a sample. */
export const LOWER_BAND: BandSettings = {
  logSteps: Int16Array.of(-60, -30, 58, 172, 334, 538, 1198, 3042),
  logLimit: 18_432,
  exponent: 8,
  firstStep: 32,
};
export const HIGHER_BAND: BandSettings = {
  logSteps: Int16Array.of(0, -214, 798),
  logLimit: 22_528,
  exponent: 10,
  firstStep: 8,
};

/**
 * The adaptive half of one sub-band, the same in encoder and decoder: the quantizer's step, and a predictor of two poles and
 * six zeros (ITU-T G.722 sections 3.5 and 3.6, in the fixed-point arithmetic of section 6.2).
 */
export class G722Band {
  readonly #settings: BandSettings;
  /** Size of the quantizer's step (DETL, DETH). */
  step: number;
  /** What the next sample is predicted to be (SL, SH). */
  predicted = 0;
  #log = 0;
  #zeroPart = 0;
  /** Differences, newest first, and the coefficients of the zeros, whose first is not used. */
  readonly #differences = new Int32Array(ZEROS + 1);
  readonly #zeros = new Int32Array(ZEROS + 1);
  #firstPole = 0;
  #secondPole = 0;
  /** Reconstructed signal and its part from the zeros, one and two samples ago. */
  #reconstructed1 = 0;
  #partial1 = 0;
  #partial2 = 0;

  constructor(settings: BandSettings) {
    this.#settings = settings;
    this.step = settings.firstStep;
  }

  /** The quantized difference of a sample, and the index of its magnitude in `logSteps`. */
  adapt(difference: number, magnitude: number): void {
    this.#adaptStep(magnitude);
    this.#predict(difference);
  }

  /** LOGSCL and SCALEL, LOGSCH and SCALEH. */
  #adaptStep(magnitude: number): void {
    const { logSteps, logLimit, exponent } = this.#settings;
    const log = ((this.#log * LOG_LEAKAGE) >> 7) + logSteps[magnitude]!;
    this.#log = Math.max(0, Math.min(logLimit, log));
    const mantissa = INVERSE_LOG[(this.#log >> 6) & 31]!;
    const shift = exponent - (this.#log >> 11);
    this.step = (shift < 0 ? mantissa << -shift : mantissa >> shift) << 2;
  }

  /** RECONS to PREDIC. */
  #predict(difference: number): void {
    const reconstructed = saturate16(this.predicted + difference);
    const partial = saturate16(this.#zeroPart + difference);
    this.#adaptPoles(partial);
    this.#zeroPart = this.#filterZeros(difference);
    const newest = (this.#firstPole * saturate16(2 * reconstructed)) >> 15;
    const older = (this.#secondPole * saturate16(2 * this.#reconstructed1)) >> 15;
    this.#reconstructed1 = reconstructed;
    this.predicted = saturate16(saturate16(newest + older) + this.#zeroPart);
  }

  /** UPPOL2 and UPPOL1. */
  #adaptPoles(partial: number): void {
    const sign = partial >> 15;
    const agreesWith1 = sign === this.#partial1 >> 15;
    const agreesWith2 = sign === this.#partial2 >> 15;
    const quadrupled = saturate16(this.#firstPole << 2);
    const crossed = agreesWith1 ? Math.min(-quadrupled, 32_767) : quadrupled;
    const leaked = (this.#secondPole * SECOND_POLE_LEAKAGE) >> 15;
    const second = (agreesWith2 ? SECOND_POLE_GAIN : -SECOND_POLE_GAIN) + (crossed >> 7) + leaked;
    this.#secondPole = Math.max(-SECOND_POLE_LIMIT, Math.min(SECOND_POLE_LIMIT, second));
    const limit = saturate16(POLES_LIMIT - this.#secondPole);
    const gain = agreesWith1 ? FIRST_POLE_GAIN : -FIRST_POLE_GAIN;
    const first = saturate16(gain + ((this.#firstPole * FIRST_POLE_LEAKAGE) >> 15));
    this.#firstPole = Math.max(-limit, Math.min(limit, first));
    this.#partial2 = this.#partial1;
    this.#partial1 = partial;
  }

  /** UPZERO, DELAYA and FILTEZ, in one pass: what the zeros predict of the next sample. */
  #filterZeros(difference: number): number {
    const differences = this.#differences;
    const zeros = this.#zeros;
    const gain = difference === 0 ? 0 : ZERO_GAIN;
    const sign = difference >> 15;
    differences[0] = difference;
    let sum = 0;
    for (let i = ZEROS; i > 0; i--) {
      const change = differences[i]! >> 15 === sign ? gain : -gain;
      const zero = saturate16(change + ((zeros[i]! * ZERO_LEAKAGE) >> 15));
      zeros[i] = zero;
      const shifted = differences[i - 1]!;
      differences[i] = shifted;
      sum += (zero * saturate16(2 * shifted)) >> 15;
    }
    return saturate16(sum);
  }
}
