import { BINS, FRAME, FrameTransform } from './frame-transform.ts';
import { melFilters } from './mel-filters.ts';

const SAMPLE_RATE_HZ = 16_000;
const HOP = 160;
/** Rows of the result. */
export const MELS = 80;
const LEAST_ENERGY = 1e-10;
/** Logarithms of 10: what is 80 dB below the loudest is as quiet as silence. */
const RANGE = 8;
/** Keeps the deviation of silence from being none (`zero_mean_unit_var_norm` of transformers). */
const LEAST_VARIANCE = 1e-7;

/**
 * The features of Whisper, as `WhisperFeatureExtractor` of Hugging Face's transformers makes them with `do_normalize`
 * (feature_extraction_whisper.py; openai/whisper, audio.py): mean 0 and variance 1, frames of 400 samples every 160, mirrored
 * at the ends, under a periodic Hann window; energies of 80 mel bands; log10 of no less than 1e-10, no more than 8 below the
 * greatest; then (x + 4) / 4.
 */
export class LogMel {
  readonly #filters = melFilters(MELS, SAMPLE_RATE_HZ, FRAME);
  readonly #transform = new FrameTransform();
  readonly #window = Float64Array.from({ length: FRAME }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FRAME));
  readonly #frames = [new Float64Array(FRAME), new Float64Array(FRAME)] as const;

  /**
   * @param samples of 16 kHz, on any scale; a multiple of 320 of them
   * @returns 80 rows of one column for every 160 samples
   */
  measure(samples: Float32Array): Float32Array {
    const normal = normalized(samples);
    const columns = normal.length / HOP;
    const mels = new Float32Array(MELS * columns);
    for (let column = 0; column < columns; column += 2) {
      this.#cut(normal, column, this.#frames[0]);
      this.#cut(normal, column + 1, this.#frames[1]);
      this.#transform.transform(...this.#frames);
      this.#put(mels, column, columns, this.#transform.firstPower);
      this.#put(mels, column + 1, columns, this.#transform.secondPower);
    }
    return compressed(mels);
  }

  /** The frame whose middle is the column's first sample. */
  #cut(samples: Float64Array, column: number, frame: Float64Array): void {
    const from = column * HOP - FRAME / 2;
    const last = samples.length - 1;
    for (let i = 0; i < FRAME; i++) {
      const at = Math.abs(from + i);
      frame[i] = samples[at > last ? 2 * last - at : at]! * this.#window[i]!;
    }
  }

  #put(mels: Float32Array, column: number, columns: number, power: Float64Array): void {
    for (let mel = 0; mel < MELS; mel++) {
      const { firstBin, weights } = this.#filters[mel]!;
      let energy = 0;
      for (let k = 0; k < weights.length && firstBin + k < BINS; k++) energy += weights[k]! * power[firstBin + k]!;
      mels[mel * columns + column] = Math.log10(Math.max(LEAST_ENERGY, energy));
    }
  }
}

function normalized(samples: Float32Array): Float64Array {
  let sum = 0;
  for (const sample of samples) sum += sample;
  const mean = sum / samples.length;
  let squares = 0;
  for (const sample of samples) squares += (sample - mean) ** 2;
  const scale = 1 / Math.sqrt(squares / samples.length + LEAST_VARIANCE);
  return Float64Array.from(samples, (sample) => (sample - mean) * scale);
}

function compressed(mels: Float32Array): Float32Array {
  let greatest = Number.NEGATIVE_INFINITY;
  for (const mel of mels) greatest = Math.max(greatest, mel);
  const least = greatest - RANGE;
  return mels.map((mel) => (Math.max(mel, least) + 4) / 4);
}
