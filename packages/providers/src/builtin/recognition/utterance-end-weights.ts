/** Written by `npm run train:utterance-ends`. */
export const endWeights = {
  bias: -7.41,
  weights: [-0.57, 1.42, 1.71, 0.35, -0.17, 1.44, -1.5, 0.75, 1.97, 2.03, -2.02],
};
