/** Written by `npm run train:utterance-ends`. */
export const endWeights = {
  bias: -7.29,
  weights: [-0.78, 1.43, 1.66, 0.5, -0.84, 1.58, -1.54, 0.27, 1.96, 1.9, -1.85],
};
