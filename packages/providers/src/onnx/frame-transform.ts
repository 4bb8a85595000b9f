import { Fourier } from '@parley/audio';

/** 400 = 25 · 16: sixteen-point transforms of every 25th sample, put together by Cooley and Tukey's rule. */
export const FRAME = 400;
const INNER = 16;
const OUTER = 25;
export const BINS = FRAME / 2 + 1;

/** The power spectra of two real frames of 400 samples at a time: one is the real part, the other the imaginary one. */
export class FrameTransform {
  readonly #fourier = new Fourier(INNER);
  readonly #cosines = Float64Array.from({ length: FRAME }, (_, k) => Math.cos((2 * Math.PI * k) / FRAME));
  readonly #sines = Float64Array.from({ length: FRAME }, (_, k) => Math.sin((2 * Math.PI * k) / FRAME));
  readonly #innerReal = Array.from({ length: OUTER }, () => new Float64Array(INNER));
  readonly #innerImaginary = Array.from({ length: OUTER }, () => new Float64Array(INNER));
  readonly #real = new Float64Array(FRAME);
  readonly #imaginary = new Float64Array(FRAME);
  readonly firstPower = new Float64Array(BINS);
  readonly secondPower = new Float64Array(BINS);

  /** Sets `firstPower` and `secondPower`. */
  transform(first: Float64Array, second: Float64Array): void {
    for (let part = 0; part < OUTER; part++) {
      const real = this.#innerReal[part]!;
      const imaginary = this.#innerImaginary[part]!;
      for (let i = 0; i < INNER; i++) {
        real[i] = first[i * OUTER + part]!;
        imaginary[i] = second[i * OUTER + part]!;
      }
      this.#fourier.forward(real, imaginary);
    }
    for (let k = 0; k < FRAME; k++) this.#combine(k);
    this.#separate();
  }

  #combine(k: number): void {
    let real = 0;
    let imaginary = 0;
    for (let part = 0; part < OUTER; part++) {
      const turn = (part * k) % FRAME;
      const x = this.#innerReal[part]![k % INNER]!;
      const y = this.#innerImaginary[part]![k % INNER]!;
      real += x * this.#cosines[turn]! + y * this.#sines[turn]!;
      imaginary += y * this.#cosines[turn]! - x * this.#sines[turn]!;
    }
    this.#real[k] = real;
    this.#imaginary[k] = imaginary;
  }

  /** What is even of the spectrum belongs to the real frame, what is odd to the other one. */
  #separate(): void {
    for (let k = 0; k < BINS; k++) {
      const mirrored = (FRAME - k) % FRAME;
      const evenReal = (this.#real[k]! + this.#real[mirrored]!) / 2;
      const oddReal = (this.#real[k]! - this.#real[mirrored]!) / 2;
      const evenImaginary = (this.#imaginary[k]! + this.#imaginary[mirrored]!) / 2;
      const oddImaginary = (this.#imaginary[k]! - this.#imaginary[mirrored]!) / 2;
      this.firstPower[k] = evenReal ** 2 + oddImaginary ** 2;
      this.secondPower[k] = evenImaginary ** 2 + oddReal ** 2;
    }
  }
}
