export interface LogisticWeights {
  bias: number;
  weights: number[];
}

export interface LogisticExample {
  features: readonly number[];
  isTrue: boolean;
}

const STEPS = 4000;
const RATE = 0.3;
/** Towards zero, but for the bias. */
const DECAY = 1e-3;
const DIGITS = 4;

export const logOddsOf = ({ bias, weights }: LogisticWeights, features: readonly number[]): number =>
  features.reduce((sum, value, index) => sum + value * weights[index]!, bias);

/** Logistic regression by gradient descent, both outcomes counting the same in all. */
export function fitLogistic(examples: readonly LogisticExample[]): LogisticWeights {
  const count = (isTrue: boolean): number => examples.filter((example) => example.isTrue === isTrue).length;
  const [listed, others] = [count(true), count(false)];
  let [bias, weights] = [0, examples[0]!.features.map(() => 0)];
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = weights.map((weight) => DECAY * weight);
    let biasGradient = 0;
    for (const { features, isTrue } of examples) {
      const probability = 1 / (1 + Math.exp(-logOddsOf({ bias, weights }, features)));
      const error = (probability - (isTrue ? 1 : 0)) / (2 * (isTrue ? listed : others));
      biasGradient += error;
      for (const [index, value] of features.entries()) gradient[index]! += error * value;
    }
    bias -= RATE * biasGradient;
    weights = weights.map((weight, index) => weight - RATE * gradient[index]!);
  }
  const rounded = (value: number): number => Number(value.toPrecision(DIGITS));
  return { bias: rounded(bias), weights: weights.map(rounded) };
}
