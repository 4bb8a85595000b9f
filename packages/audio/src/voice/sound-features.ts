import type { AudioRateHz } from '../codecs/audio-codec.ts';
import { Fourier } from '../fourier.ts';
import { SAMPLE_RATE_HZ } from '../frame.ts';

export const SOUND_FRAME_MS = 10;
/** At 8 kHz; of wideband sound as much time is looked at, and the bins are as wide. */
const SIZE = 128;
/** Borders of the bands in bins of 62.5 Hz: about equal on the mel scale. */
const BORDERS = [2, 4, 6, 8, 10, 13, 16, 20, 25, 31, 38, 46, 57];
export const SOUND_BANDS = BORDERS.length - 1;
/** Below the loudest frame nothing counts: pauses of synthesizers are digital silence, or a vendor's noise. */
const FLOOR_NEPERS = 12;
/** Of the loudest frame, in which speech is for certain. */
const SPEECH_NEPERS = 7;

const windows = new Map<number, Float64Array>();

/** Hann's. */
function windowOf(size: number): Float64Array {
  const known = windows.get(size);
  if (known) return known;
  const made = Float64Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / size));
  windows.set(size, made);
  return made;
}

/**
 * The logarithms of the energies in each band of a sound, `SOUND_BANDS` a frame of 10 ms, less their means over the speech:
 * neither the level nor the timbre of the voice is in them.
 */
export class SoundFeatures {
  readonly frames: number;
  readonly values: Float32Array;
  readonly #samples: Int16Array;
  readonly #hop: number;
  readonly #fourier: Fourier;
  readonly #window: Float64Array;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;

  /** @param samples mono */
  constructor(samples: Int16Array, rateHz: AudioRateHz) {
    this.#samples = samples;
    this.#hop = (rateHz * SOUND_FRAME_MS) / 1000;
    this.frames = Math.ceil(samples.length / this.#hop);
    this.values = new Float32Array(this.frames * SOUND_BANDS);
    const size = SIZE * (rateHz / SAMPLE_RATE_HZ);
    this.#fourier = new Fourier(size);
    this.#window = windowOf(size);
    this.#real = new Float64Array(size);
    this.#imaginary = new Float64Array(size);
  }

  /** Measures the frames from `from` on, which is even, up to `to`. */
  measure(from: number, to: number): void {
    // Two real transforms in one complex transform.
    for (let frame = from; frame < to; frame += 2) {
      this.#fill(this.#real, frame);
      this.#fill(this.#imaginary, frame + 1);
      this.#fourier.forward(this.#real, this.#imaginary);
      this.#write(frame);
    }
  }

  /** A frame's window is around its middle. */
  #fill(target: Float64Array, frame: number): void {
    const size = target.length;
    const from = frame * this.#hop + this.#hop / 2 - size / 2;
    for (let i = 0; i < size; i += 1) target[i] = (this.#samples[from + i] ?? 0) * this.#window[i]!;
  }

  #write(frame: number): void {
    const real = this.#real;
    const imaginary = this.#imaginary;
    const hasSecond = frame + 1 < this.frames;
    for (let band = 0; band < SOUND_BANDS; band += 1) {
      let first = 1;
      let second = 1;
      for (let bin = BORDERS[band]!; bin < BORDERS[band + 1]!; bin += 1) {
        const a = real[bin]!;
        const b = imaginary[bin]!;
        const c = real[real.length - bin]!;
        const d = imaginary[real.length - bin]!;
        first += (a + c) * (a + c) + (b - d) * (b - d);
        second += (b + d) * (b + d) + (c - a) * (c - a);
      }
      this.values[frame * SOUND_BANDS + band] = Math.log(first);
      if (hasSecond) this.values[(frame + 1) * SOUND_BANDS + band] = Math.log(second);
    }
  }

  /** When all frames are measured. */
  normalize(): void {
    const { values } = this;
    const loudest = values.reduce((most, value) => Math.max(most, value), 0);
    const means = new Float64Array(SOUND_BANDS);
    let speech = 0;
    for (let frame = 0; frame < this.frames; frame += 1) {
      let peak = 0;
      for (let i = frame * SOUND_BANDS; i < (frame + 1) * SOUND_BANDS; i += 1) {
        values[i] = Math.max(values[i]!, loudest - FLOOR_NEPERS);
        peak = Math.max(peak, values[i]!);
      }
      if (peak < loudest - SPEECH_NEPERS) continue;
      speech += 1;
      for (let band = 0; band < SOUND_BANDS; band += 1) means[band]! += values[frame * SOUND_BANDS + band]!;
    }
    for (let i = 0; i < values.length; i += 1) values[i]! -= means[i % SOUND_BANDS]! / Math.max(1, speech);
  }

  /** How much the timbre changes, in nepers: over 1 in speech, less in noise and tones. When it is normalized. */
  get variety(): number {
    let sum = 0;
    for (let at = 0; at < this.values.length; at += SOUND_BANDS) {
      let mean = 0;
      for (let band = 0; band < SOUND_BANDS; band += 1) mean += this.values[at + band]! / SOUND_BANDS;
      for (let band = 0; band < SOUND_BANDS; band += 1) sum += (this.values[at + band]! - mean) ** 2;
    }
    return Math.sqrt(sum / this.values.length);
  }
}
