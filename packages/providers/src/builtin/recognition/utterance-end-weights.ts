/** Written by `npm run train:utterance-ends`. */
export const endWeights = {
  bias: -6.59,
  weights: [-0.73, 1.27, 1.46, 0.51, -0.85, 1.6, -1.47, 0.26, 1.96, 1.83, -1.76],
};
