/** A small neural network of one hidden layer, as `npm run train:speech-meter` writes it. */
export interface SpeechModelWeights {
  /** How it came about. */
  provenance: string;
  inputs: number;
  hidden: number;
  /** Of each input: what is taken from it, and what it is multiplied by then. */
  means: readonly number[];
  scales: readonly number[];
  /** `hidden` rows of `inputs` weights. */
  first: readonly number[];
  firstBias: readonly number[];
  second: readonly number[];
  secondBias: number;
}

/** How far from the mean of what it was trained with an input is believed. */
const MOST_DEVIATIONS = 4;

/** Features of a sound to the probability that it is speech. */
export class SpeechModel {
  readonly #inputs: number;
  readonly #hidden: number;
  readonly #means: Float32Array;
  readonly #scales: Float32Array;
  readonly #first: Float32Array;
  readonly #firstBias: Float32Array;
  readonly #second: Float32Array;
  /** In an array: a sum that begins with a number of the heap is put there again for every unit. */
  readonly #secondBias: Float32Array;
  readonly #scaled: Float32Array;

  constructor(weights: SpeechModelWeights) {
    this.#inputs = weights.inputs;
    this.#hidden = weights.hidden;
    this.#means = Float32Array.from(weights.means);
    this.#scales = Float32Array.from(weights.scales);
    this.#first = Float32Array.from(weights.first);
    this.#firstBias = Float32Array.from(weights.firstBias);
    this.#second = Float32Array.from(weights.second);
    this.#secondBias = Float32Array.of(weights.secondBias);
    this.#scaled = new Float32Array(weights.inputs);
  }

  /** 0 to 1. */
  probability(features: Float32Array): number {
    for (let i = 0; i < this.#inputs; i++) {
      const scaled = (features[i]! - this.#means[i]!) * this.#scales[i]!;
      this.#scaled[i] = Math.max(-MOST_DEVIATIONS, Math.min(MOST_DEVIATIONS, scaled));
    }
    let logit = this.#secondBias[0]!;
    for (let unit = 0; unit < this.#hidden; unit++) {
      let sum = this.#firstBias[unit]!;
      const row = unit * this.#inputs;
      for (let i = 0; i < this.#inputs; i++) sum += this.#first[row + i]! * this.#scaled[i]!;
      logit += this.#second[unit]! * Math.tanh(sum);
    }
    return 1 / (1 + Math.exp(-logit));
  }
}
