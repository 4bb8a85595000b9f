/** Written by `npm run train:utterance-ends`. */
export const endWeights = {
  bias: -6.12,
  weights: [-0.43, 1.06, 1.28, 0.26, -0.12, 1.08, -1.13, 0.56, 1.48, 1.52, -1.51],
};
