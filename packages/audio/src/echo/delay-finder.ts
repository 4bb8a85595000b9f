import { Fourier } from '../fourier.ts';

const SIZE = 2048;
const BINS = SIZE / 2;
/** Each comparison counts for about ten. */
const MEMORY = 0.9;
/** How far a peak is above what all delays have: that of unrelated sounds is below six. */
const FOUND_DEVIATIONS = 8;
/** Peaks so near to each other are one. */
const SAME_SAMPLES = 2;

/** The edges of a piece cut out are steps, which would be found again in the other. */
const windowOf = (length: number): Float64Array<ArrayBuffer> =>
  Float64Array.from({ length }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / length));

/**
 * The delay of an echo that a room has changed, from many comparisons: the cross spectrum of what was sent and what is
 * heard, nearly freed of the spectra of the voices, so that only a common delay adds up (Knapp and Carter, "The
 * generalized correlation method for estimation of time delay", 1976).
 */
export class DelayFinder {
  readonly #fourier = new Fourier(SIZE);
  readonly #crossReal = new Float64Array(BINS);
  readonly #crossImaginary = new Float64Array(BINS);
  readonly #real = new Float64Array(SIZE);
  readonly #imaginary = new Float64Array(SIZE);
  #window = new Float64Array(0);
  #peak: number | null = null;

  /**
   * Compares once more; sounds together may be as long as 2048 samples.
   * @returns where in `sent` the audio that is heard now begins; null until that is sure
   */
  compare(sent: Float32Array, heard: Float32Array): number | null {
    this.#addComparison(sent, heard);
    this.#transformBack();
    const peak = this.#findPeak(sent.length - heard.length);
    const isSame = peak !== null && this.#peak !== null && Math.abs(peak - this.#peak) <= SAME_SAMPLES;
    this.#peak = peak;
    return isSame ? peak : null;
  }

  /** Both sounds in one transform, as its real and its imaginary part. */
  #addComparison(sent: Float32Array, heard: Float32Array): void {
    const [real, imaginary] = [this.#real.fill(0), this.#imaginary.fill(0)];
    imaginary.set(sent);
    if (this.#window.length !== heard.length) this.#window = windowOf(heard.length);
    for (let i = 0; i < heard.length; i += 1) real[i] = heard[i]! * this.#window[i]!;
    this.#fourier.forward(real, imaginary);
    for (let k = 1; k < BINS; k += 1) {
      const [a, b, c, d] = [real[k]!, imaginary[k]!, real[SIZE - k]!, imaginary[SIZE - k]!];
      const [heardReal, heardImaginary, sentReal, sentImaginary] = [a + c, b - d, b + d, c - a];
      const crossReal = heardReal * sentReal + heardImaginary * sentImaginary;
      const crossImaginary = heardReal * sentImaginary - heardImaginary * sentReal;
      // `Math.hypot` takes many times as long.
      const root = Math.sqrt(Math.sqrt(crossReal * crossReal + crossImaginary * crossImaginary) + 1);
      const weight = 1 / (root * Math.sqrt(root));
      this.#crossReal[k] = MEMORY * this.#crossReal[k]! + weight * crossReal;
      this.#crossImaginary[k] = MEMORY * this.#crossImaginary[k]! + weight * crossImaginary;
    }
  }

  #transformBack(): void {
    const [real, imaginary] = [this.#real.fill(0), this.#imaginary.fill(0)];
    for (let k = 1; k < BINS; k += 1) {
      real[k] = real[SIZE - k] = this.#crossReal[k]!;
      imaginary[k] = this.#crossImaginary[k]!;
      imaginary[SIZE - k] = -imaginary[k]!;
    }
    this.#fourier.inverse(real, imaginary);
  }

  #findPeak(last: number): number | null {
    let power = 0;
    let peak = 0;
    for (let at = 0; at <= last; at += 1) {
      power += this.#real[at]! ** 2;
      if (Math.abs(this.#real[at]!) > Math.abs(this.#real[peak]!)) peak = at;
    }
    const deviation = Math.sqrt(power / (last + 1));
    return Math.abs(this.#real[peak]!) > FOUND_DEVIATIONS * deviation ? peak : null;
  }
}
