import { Fourier } from '../fourier.ts';
import { FRAME_SAMPLES } from '../frame.ts';

/** What one step sees of the reference. */
export const WINDOW_SAMPLES = 512;
/** The length of the echo path that is modelled: 44 ms. */
const TAPS = WINDOW_SAMPLES - FRAME_SAMPLES;
const BINS = WINDOW_SAMPLES / 2 + 1;
/** A frame fills only a part of the window, and so has only a part of its power. */
const FILL = FRAME_SAMPLES / WINDOW_SAMPLES;
/** How much of the path is taken to be the same a frame later. */
const PERSISTENCE = 0.9996;
/** A path that nothing is known of yet may be as loud as what was sent. */
const INITIAL_UNCERTAINTY = 1;
const NOISE_MEMORY = 0.9;
/** Power of a bin below which nothing can be learnt: that of samples of one unit. */
const SILENCE_POWER = WINDOW_SAMPLES;

/**
 * The path of an echo, learnt while it is heard: a Kalman filter in the frequency domain (Enzner and Vary, "Frequency-domain
 * adaptive Kalman filter for acoustic echo control in hands-free telephones", 2006). Each bin weighs what it does not
 * know of the path against what is heard besides the echo, so a voice over the echo slows the learning where that voice is.
 */
export class EchoFilter {
  /** What the last frame has left when the echo is taken from it, 160 samples. */
  readonly residual = new Float32Array(FRAME_SAMPLES);
  /** The echo in the last frame, as far as it is known, 160 samples. */
  readonly echo = new Float32Array(FRAME_SAMPLES);
  readonly #fourier = new Fourier(WINDOW_SAMPLES);
  readonly #pathReal = new Float64Array(WINDOW_SAMPLES);
  readonly #pathImaginary = new Float64Array(WINDOW_SAMPLES);
  readonly #uncertainty = new Float64Array(BINS).fill(INITIAL_UNCERTAINTY);
  readonly #noise = new Float64Array(BINS);
  readonly #sentReal = new Float64Array(WINDOW_SAMPLES);
  readonly #sentImaginary = new Float64Array(WINDOW_SAMPLES);
  readonly #real = new Float64Array(WINDOW_SAMPLES);
  readonly #imaginary = new Float64Array(WINDOW_SAMPLES);

  /**
   * @param sent the 512 samples of the reference from `at` on; the echo of a sample reaches at most 351 samples on
   * @param heard 160 samples, which the last 160 of the reference are heard with
   */
  step(sent: Float32Array, at: number, heard: Int16Array): void {
    this.#takeReference(sent, at);
    this.#subtractEcho(heard);
    this.#transformResidual();
    this.#learn();
    this.#confinePath();
  }

  #takeReference(sent: Float32Array, at: number): void {
    for (let i = 0; i < WINDOW_SAMPLES; i += 1) this.#sentReal[i] = sent[at + i]!;
    this.#sentImaginary.fill(0);
    this.#fourier.forward(this.#sentReal, this.#sentImaginary);
  }

  #subtractEcho(heard: Int16Array): void {
    for (let k = 0; k < WINDOW_SAMPLES; k += 1) {
      const [a, b, c, d] = [this.#sentReal[k]!, this.#sentImaginary[k]!, this.#pathReal[k]!, this.#pathImaginary[k]!];
      this.#real[k] = a * c - b * d;
      this.#imaginary[k] = a * d + b * c;
    }
    this.#fourier.inverse(this.#real, this.#imaginary);
    for (let i = 0; i < FRAME_SAMPLES; i += 1) {
      this.echo[i] = this.#real[TAPS + i]!;
      this.residual[i] = heard[i]! - this.echo[i]!;
    }
  }

  #transformResidual(): void {
    this.#real.fill(0, 0, TAPS);
    for (let i = 0; i < FRAME_SAMPLES; i += 1) this.#real[TAPS + i] = this.residual[i]!;
    this.#imaginary.fill(0);
    this.#fourier.forward(this.#real, this.#imaginary);
  }

  /** Leaves the correction of the path in the place of the residual. */
  #learn(): void {
    for (let k = 0; k < BINS; k += 1) {
      const [a, b, c, d] = [this.#sentReal[k]!, this.#sentImaginary[k]!, this.#real[k]!, this.#imaginary[k]!];
      const sentPower = a * a + b * b;
      const residualPower = (c * c + d * d) / FILL;
      // A voice begins within a frame: it counts at once.
      const noise = Math.max(residualPower, this.#noise[k]! * NOISE_MEMORY + residualPower * (1 - NOISE_MEMORY));
      this.#noise[k] = this.#noise[k]! * NOISE_MEMORY + residualPower * (1 - NOISE_MEMORY);
      const uncertainty = this.#uncertainty[k]!;
      const gain = uncertainty / (sentPower * uncertainty + noise + SILENCE_POWER);
      const pathPower = this.#pathReal[k]! ** 2 + this.#pathImaginary[k]! ** 2;
      const kept = PERSISTENCE * PERSISTENCE;
      this.#uncertainty[k] = kept * (1 - FILL * gain * sentPower) * uncertainty + (1 - kept) * pathPower;
      this.#put(k, gain * (a * c + b * d), gain * (a * d - b * c));
    }
  }

  #put(bin: number, real: number, imaginary: number): void {
    this.#real[bin] = real;
    this.#imaginary[bin] = imaginary;
    if (bin === 0 || bin === BINS - 1) return;
    this.#real[WINDOW_SAMPLES - bin] = real;
    this.#imaginary[WINDOW_SAMPLES - bin] = -imaginary;
  }

  /** A path longer than its taps would wrap around in the window. */
  #confinePath(): void {
    this.#fourier.inverse(this.#real, this.#imaginary);
    this.#real.fill(0, TAPS);
    this.#imaginary.fill(0);
    this.#fourier.forward(this.#real, this.#imaginary);
    for (let k = 0; k < WINDOW_SAMPLES; k += 1) {
      this.#pathReal[k]! += this.#real[k]!;
      this.#pathImaginary[k]! += this.#imaginary[k]!;
    }
  }
}
