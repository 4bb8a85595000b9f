import { SOUND_BANDS } from '@parley/audio';
import { SOUND_CLASSES } from './sound-classes.ts';

/** A neural network of one hidden layer, as `npm run train:alignment` writes it. */
export interface SoundNetworkWeights {
  /** How it came about. */
  provenance: string;
  hidden: number;
  /** Of each band. */
  scales: readonly number[];
  /** `hidden` rows of `NETWORK_INPUTS` weights. */
  first: readonly number[];
  firstBias: readonly number[];
  /** A row of `hidden` weights for each class. */
  second: readonly number[];
  secondBias: readonly number[];
  /** Of each class: how often it was in what the network learned from. */
  shares: readonly number[];
}

/** What is looked at for a frame: itself and frames around it. */
export const CONTEXT_FRAMES = [-6, -3, -1, 0, 1, 3, 6] as const;
export const NETWORK_INPUTS = CONTEXT_FRAMES.length * SOUND_BANDS;
const CLASSES = SOUND_CLASSES.length;

/** Which sound each frame is. */
export class SoundNetwork {
  readonly #hidden: number;
  readonly #scales: Float32Array;
  readonly #first: Float64Array;
  readonly #firstBias: Float32Array;
  readonly #second: Float64Array;
  readonly #secondBias: Float32Array;
  readonly #outputs: Float64Array;

  constructor(weights: SoundNetworkWeights) {
    this.#hidden = weights.hidden;
    this.#scales = Float32Array.from(weights.scales);
    // By input, so that the innermost loop goes through memory in its order.
    const { hidden, first } = weights;
    this.#first = Float64Array.from(first, (_, i) => first[(i % hidden) * NETWORK_INPUTS + Math.floor(i / hidden)]!);
    this.#firstBias = Float32Array.from(weights.firstBias);
    this.#second = Float64Array.from(weights.second);
    // What is rare is not less likely where the text says that it is there.
    this.#secondBias = Float32Array.from(weights.secondBias, (bias, i) => bias - Math.log(weights.shares[i]!));
    this.#outputs = new Float64Array(weights.hidden);
  }

  /** Of each band what a feature is multiplied by. */
  scale(features: Float32Array): void {
    for (let i = 0; i < features.length; i += 1) features[i]! *= this.#scales[i % SOUND_BANDS]!;
  }

  /** Writes the likelihood of each class in a frame, the likeliest one's being 1, where `into` has a row for each frame. */
  classify(scaled: Float32Array, frame: number, into: Float32Array): void {
    const frames = scaled.length / SOUND_BANDS;
    // Fields in these loops would take twice the time.
    const outputs = this.#outputs;
    const first = this.#first;
    const second = this.#second;
    const hidden = this.#hidden;
    outputs.set(this.#firstBias);
    for (let c = 0; c < CONTEXT_FRAMES.length; c += 1) {
      const from = Math.max(0, Math.min(frames - 1, frame + CONTEXT_FRAMES[c]!)) * SOUND_BANDS;
      for (let i = 0; i < SOUND_BANDS; i += 1) {
        const value = scaled[from + i]!;
        const row = (c * SOUND_BANDS + i) * hidden;
        for (let unit = 0; unit < hidden; unit += 1) outputs[unit]! += first[row + unit]! * value;
      }
    }
    for (let unit = 0; unit < hidden; unit += 1) outputs[unit] = Math.max(0, outputs[unit]!);
    const at = frame * CLASSES;
    let most = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < CLASSES; k += 1) {
      let sum = this.#secondBias[k]!;
      for (let unit = 0; unit < hidden; unit += 1) sum += second[k * hidden + unit]! * outputs[unit]!;
      into[at + k] = sum;
      most = Math.max(most, sum);
    }
    for (let k = 0; k < CLASSES; k += 1) into[at + k] = Math.exp(into[at + k]! - most);
  }
}
