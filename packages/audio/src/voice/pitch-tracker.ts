import { FRAME_SAMPLES } from '../frame.ts';

/** Half the telephone's rate: pitch lies far below it, and half the lags are half the work. */
const RATE_HZ = 4000;
/** 30 ms: two periods of the lowest voice. */
const WINDOW = 120;
/** 500 Hz: a child that shouts. */
const SHORTEST_LAG = 8;
/** 61 Hz: a creaking man. */
const LONGEST_LAG = 66;
const LENGTH = WINDOW + LONGEST_LAG + 1;
/** Every multiple of a period is as good a period: the shorter one is preferred by this much for each sample of lag. */
const LAG_COST = 0.0015;
/** Pitch goes on from frame to frame: a lag within 15 % of the last one is preferred. */
const CONTINUITY = 0.08;
const NEAR = 0.15;
/** Half-band low-pass: its other taps are zero. */
const OUTER_TAP = -0.032;
const INNER_TAP = 0.282;
const CENTRE_TAP = 0.5;
const TAIL = 6;
/** Energy of digital silence and of a dither of one step. */
const LEAST_ENERGY = WINDOW * 16;

/**
 * Pitch by the normalized cross-correlation of the audio with its own past (Talkin, "A robust algorithm for pitch tracking",
 * 1995), at 4 kHz. It hears a fundamental that the telephone band has cut off, by the distance of its harmonics.
 */
export class PitchTracker {
  readonly #signal = new Float32Array(LENGTH);
  readonly #correlation = new Float32Array(LONGEST_LAG + 2);
  /** The frame at 8 kHz, behind the last samples of the one before, which the low-pass still needs. */
  readonly #input = new Float32Array(TAIL + FRAME_SAMPLES);
  #lag = 0;
  /** 0 to 1: how alike the audio is to itself one period ago. */
  periodicity = 0;
  /** Of that period, whatever its periodicity; 0 when there is none. */
  pitchHz = 0;

  /** Takes 160 samples of 8 kHz. Every frame is to be pushed, `analyze` is for those that matter. */
  push(frame: Int16Array): void {
    const input = this.#input;
    input.copyWithin(0, FRAME_SAMPLES);
    for (let i = 0; i < FRAME_SAMPLES; i++) input[TAIL + i] = frame[i]!;
    const signal = this.#signal;
    signal.copyWithin(0, FRAME_SAMPLES / 2);
    for (let at = 0, n = LENGTH - FRAME_SAMPLES / 2; n < LENGTH; at += 2, n++)
      signal[n] =
        OUTER_TAP * (input[at]! + input[at + 6]!) +
        INNER_TAP * (input[at + 2]! + input[at + 4]!) +
        CENTRE_TAP * input[at + 3]!;
  }

  /** A sound that ended: its pitch says nothing of the next one's. */
  forget(): void {
    this.#lag = 0;
    this.periodicity = 0;
    this.pitchHz = 0;
  }

  /** Sets `periodicity` and `pitchHz` from the last 46 ms. */
  analyze(): void {
    this.#correlate();
    const lag = this.#bestLag();
    this.#lag = lag;
    if (lag === 0) {
      this.periodicity = 0;
      this.pitchHz = 0;
      return;
    }
    const here = this.#correlation[lag]!;
    const below = this.#correlation[lag - 1]!;
    const above = this.#correlation[lag + 1]!;
    const curvature = below - 2 * here + above;
    const shift = curvature < 0 ? (0.5 * (below - above)) / curvature : 0;
    this.periodicity = Math.min(1, here);
    this.pitchHz = RATE_HZ / (lag + shift);
  }

  #correlate(): void {
    const signal = this.#signal;
    const start = LENGTH - WINDOW;
    let energy = LEAST_ENERGY;
    for (let i = start; i < LENGTH; i++) energy += signal[i]! * signal[i]!;
    let past = LEAST_ENERGY;
    for (let i = start - SHORTEST_LAG + 1; i < LENGTH - SHORTEST_LAG + 1; i++) past += signal[i]! * signal[i]!;
    for (let lag = SHORTEST_LAG - 1; lag <= LONGEST_LAG + 1; lag++) {
      let even = 0;
      let odd = 0;
      for (let i = start; i < LENGTH; i += 2) {
        even += signal[i]! * signal[i - lag]!;
        odd += signal[i + 1]! * signal[i + 1 - lag]!;
      }
      this.#correlation[lag] = (even + odd) / Math.sqrt(energy * past);
      const entering = start - lag - 1 < 0 ? 0 : signal[start - lag - 1]!;
      const leaving = signal[LENGTH - lag - 1]!;
      past = Math.max(LEAST_ENERGY, past + entering * entering - leaving * leaving);
    }
  }

  /** The lag of the best peak, or 0 where the correlation has none. */
  #bestLag(): number {
    const correlation = this.#correlation;
    let best = 0;
    let bestScore = 0;
    for (let lag = SHORTEST_LAG; lag <= LONGEST_LAG; lag++) {
      const here = correlation[lag]!;
      if (here < correlation[lag - 1]! || here < correlation[lag + 1]!) continue;
      const isNear = this.#lag > 0 && Math.abs(lag - this.#lag) <= NEAR * this.#lag;
      const score = here - LAG_COST * lag + (isNear ? CONTINUITY : 0);
      if (score > bestScore) {
        best = lag;
        bestScore = score;
      }
    }
    return best;
  }
}
