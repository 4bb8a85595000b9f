import { Fourier } from '../fourier.ts';
import { FRAME_SAMPLES } from '../frame.ts';

const SIZE = 256;
const HALF = SIZE / 2;
const KEPT = SIZE - FRAME_SAMPLES;
/** Bins are 31.25 Hz apart: 250 to 3500 Hz, what every telephone line passes. */
const FIRST_BIN = 8;
const BAND_BINS = 8;
export const BANDS = 13;
const LAST_BIN = FIRST_BIN + BANDS * BAND_BINS;
/** Up to 1000 Hz, and from 2000 Hz on. */
const LOW_BANDS = 3;
const HIGH_BAND = 7;
/** The noise of one step of a 16-bit sample, in a bin: logarithms have a floor. */
const LEAST_POWER = 1000;

/** The same for all. */
const WINDOW = Float64Array.from({ length: SIZE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / SIZE));
const COSINES = Float64Array.from({ length: HALF }, (_, k) => Math.cos((2 * Math.PI * k) / SIZE));
const SINES = Float64Array.from({ length: HALF }, (_, k) => Math.sin((2 * Math.PI * k) / SIZE));

/** What a frame of 8 kHz sounds like, in the telephone band. */
export class FrameSpectrum {
  readonly #samples = new Float64Array(SIZE);
  readonly #real = new Float64Array(HALF);
  readonly #imaginary = new Float64Array(HALF);
  readonly #fourier = new Fourier(HALF);
  readonly #power = new Float64Array(HALF);
  /** dB of each 250 Hz, relative to the frame's own mean. */
  readonly bands = new Float32Array(BANDS);
  /** dB: 0 for white noise, −20 and less for what has lines. */
  flatnessDb = 0;
  /** dB by which what is below 1 kHz is louder than what is above 2 kHz. */
  tiltDb = 0;
  /** dB by which the middle, 1 to 2 kHz, is louder than all. */
  middleDb = 0;
  /** Share of the loudest line in the energy: near 1 for a tone. */
  peakShare = 0;
  /** Where that line is. */
  peakBin = 0;
  /** Mean change of the bands since the frame before, dB. */
  fluxDb = 0;

  push(frame: Int16Array): void {
    this.#samples.copyWithin(0, FRAME_SAMPLES);
    for (let i = 0; i < FRAME_SAMPLES; i++) this.#samples[KEPT + i] = frame[i]!;
  }

  /** Sets everything from the last 32 ms. */
  analyze(): void {
    this.#transform();
    this.#measureLines();
    this.#measureBands();
  }

  /** A real transform as a complex one of half the length (Numerical Recipes, section 12.3). */
  #transform(): void {
    const real = this.#real;
    const imaginary = this.#imaginary;
    for (let i = 0; i < HALF; i++) {
      real[i] = this.#samples[2 * i]! * WINDOW[2 * i]!;
      imaginary[i] = this.#samples[2 * i + 1]! * WINDOW[2 * i + 1]!;
    }
    this.#fourier.forward(real, imaginary);
    for (let k = FIRST_BIN; k < LAST_BIN; k++) {
      const mirrored = HALF - k;
      const evenReal = 0.5 * (real[k]! + real[mirrored]!);
      const evenImaginary = 0.5 * (imaginary[k]! - imaginary[mirrored]!);
      const oddReal = 0.5 * (imaginary[k]! + imaginary[mirrored]!);
      const oddImaginary = 0.5 * (real[mirrored]! - real[k]!);
      const cosine = COSINES[k]!;
      const sine = SINES[k]!;
      const x = evenReal + cosine * oddReal + sine * oddImaginary;
      const y = evenImaginary + cosine * oddImaginary - sine * oddReal;
      this.#power[k] = x * x + y * y + LEAST_POWER;
    }
  }

  #measureLines(): void {
    const power = this.#power;
    let sum = 0;
    let logarithms = 0;
    let peak = 0;
    for (let k = FIRST_BIN; k < LAST_BIN; k++) {
      const here = power[k]!;
      sum += here;
      logarithms += Math.log10(here);
      if (here > peak) {
        peak = here;
        this.peakBin = k;
      }
    }
    const bins = LAST_BIN - FIRST_BIN;
    const around = (power[this.peakBin - 1] ?? 0) + peak + (power[this.peakBin + 1] ?? 0);
    this.flatnessDb = (10 * logarithms) / bins - 10 * Math.log10(sum / bins);
    this.peakShare = Math.min(1, around / sum);
  }

  #measureBands(): void {
    let all = 0;
    let low = 0;
    let high = 0;
    for (let band = 0; band < BANDS; band++) {
      let energy = 0;
      const from = FIRST_BIN + band * BAND_BINS;
      for (let k = from; k < from + BAND_BINS; k++) energy += this.#power[k]!;
      all += energy;
      if (band < LOW_BANDS) low += energy;
      if (band >= HIGH_BAND) high += energy;
      this.#levels[band] = energy;
    }
    const meanDb = 10 * Math.log10(all / BANDS);
    let change = 0;
    for (let band = 0; band < BANDS; band++) {
      const relativeDb = 10 * Math.log10(this.#levels[band]!) - meanDb;
      change += Math.abs(relativeDb - this.bands[band]!);
      this.bands[band] = relativeDb;
    }
    this.fluxDb = change / BANDS;
    this.tiltDb = 10 * Math.log10(low / high);
    this.middleDb = 10 * Math.log10((all - low - high + LEAST_POWER) / all);
  }

  readonly #levels = new Float64Array(BANDS);
}
