import type { SpeechModelWeights } from '@parley/audio';
import type { Random } from './signal-parts.ts';

export interface Example {
  features: Float32Array;
  isSpeech: boolean;
  /** How much it counts. */
  weight: number;
}

interface Settings {
  hidden: number;
  epochs: number;
  rate: number;
  /** Of each step, towards zero. */
  decay: number;
}

const BATCH = 64;
const DIGITS = 4;

function standardize(examples: readonly Example[], inputs: number): { means: number[]; scales: number[] } {
  const means = new Array<number>(inputs).fill(0);
  const squares = new Array<number>(inputs).fill(0);
  for (const { features } of examples)
    for (let i = 0; i < inputs; i++) {
      means[i]! += features[i]! / examples.length;
      squares[i]! += features[i]! ** 2 / examples.length;
    }
  const scales = squares.map((square, i) => 1 / Math.max(0.05, Math.sqrt(Math.max(0, square - means[i]! ** 2))));
  return { means: means.map(rounded), scales: scales.map(rounded) };
}

const rounded = (value: number) => Number(value.toPrecision(DIGITS));

/** Adam (Kingma and Ba 2014) over one array of parameters. */
class Adam {
  readonly #first: Float64Array;
  readonly #second: Float64Array;
  #steps = 0;

  constructor(length: number) {
    this.#first = new Float64Array(length);
    this.#second = new Float64Array(length);
  }

  step(parameters: Float64Array, gradient: Float64Array, rate: number, decay: number): void {
    this.#steps += 1;
    const firstBias = 1 - 0.9 ** this.#steps;
    const secondBias = 1 - 0.999 ** this.#steps;
    for (let i = 0; i < parameters.length; i++) {
      const slope = gradient[i]!;
      this.#first[i] = 0.9 * this.#first[i]! + 0.1 * slope;
      this.#second[i] = 0.999 * this.#second[i]! + 0.001 * slope * slope;
      const step = this.#first[i]! / firstBias / (Math.sqrt(this.#second[i]! / secondBias) + 1e-8);
      parameters[i]! -= rate * (step + decay * parameters[i]!);
    }
  }
}

/** One hidden layer, cross entropy, the same weights at every run. */
export function train(
  examples: readonly Example[],
  settings: Settings,
  provenance: string,
  random: Random,
): SpeechModelWeights {
  const inputs = examples[0]!.features.length;
  const { hidden, epochs, rate, decay } = settings;
  const { means, scales } = standardize(examples, inputs);
  const scaled = examples.map(({ features }) =>
    Float64Array.from(features, (value, i) => Math.max(-4, Math.min(4, (value - means[i]!) * scales[i]!))),
  );
  const biasAt = hidden * inputs;
  const secondAt = biasAt + hidden;
  const parameters = new Float64Array(secondAt + hidden + 1).map((_, i) =>
    i < biasAt || i >= secondAt ? (random() - 0.5) / Math.sqrt(inputs) : 0,
  );
  const gradient = new Float64Array(parameters.length);
  const outputs = new Float64Array(hidden);
  const adam = new Adam(parameters.length);
  const order = examples.map((_, i) => i);

  const accumulate = (input: Float64Array, { isSpeech, weight }: Example) => {
    let logit = parameters[parameters.length - 1]!;
    for (let unit = 0; unit < hidden; unit++) {
      let total = parameters[biasAt + unit]!;
      for (let i = 0; i < inputs; i++) total += parameters[unit * inputs + i]! * input[i]!;
      outputs[unit] = Math.tanh(total);
      logit += parameters[secondAt + unit]! * outputs[unit]!;
    }
    const error = (weight * (1 / (1 + Math.exp(-logit)) - (isSpeech ? 1 : 0))) / BATCH;
    gradient[parameters.length - 1]! += error;
    for (let unit = 0; unit < hidden; unit++) {
      gradient[secondAt + unit]! += error * outputs[unit]!;
      const slope = error * parameters[secondAt + unit]! * (1 - outputs[unit]! ** 2);
      gradient[biasAt + unit]! += slope;
      for (let i = 0; i < inputs; i++) gradient[unit * inputs + i]! += slope * input[i]!;
    }
  };

  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const other = Math.floor(random() * (i + 1));
      [order[i], order[other]] = [order[other]!, order[i]!];
    }
    const epochRate = rate * 0.5 * (1 + Math.cos((Math.PI * epoch) / epochs));
    for (let from = 0; from < order.length; from += BATCH) {
      gradient.fill(0);
      for (const i of order.slice(from, from + BATCH)) accumulate(scaled[i]!, examples[i]!);
      adam.step(parameters, gradient, epochRate, decay);
    }
  }
  const numbers = Array.from(parameters, rounded);
  return {
    ...{ provenance, inputs, hidden, means, scales },
    first: numbers.slice(0, biasAt),
    firstBias: numbers.slice(biasAt, secondAt),
    second: numbers.slice(secondAt, -1),
    secondBias: numbers.at(-1)!,
  };
}

/** One network that says the mean of the log odds of these, which have learned from the same examples. */
export function meanOf(members: readonly SpeechModelWeights[]): SpeechModelWeights {
  const [one] = members;
  const count = members.length;
  return {
    ...one!,
    hidden: members.reduce((sum, { hidden }) => sum + hidden, 0),
    first: members.flatMap(({ first }) => first),
    firstBias: members.flatMap(({ firstBias }) => firstBias),
    second: members.flatMap(({ second }) => second.map((weight) => rounded(weight / count))),
    secondBias: rounded(members.reduce((sum, { secondBias }) => sum + secondBias / count, 0)),
  };
}
