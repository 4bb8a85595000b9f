/** Written by `npm run train:utterance-ends`. */
export const wholeWeights = {
  bias: -3.78,
  weights: [3.85, 0.96, -1.8, -1.65],
};
