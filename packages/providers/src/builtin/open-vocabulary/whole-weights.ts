/** Written by `npm run train:utterance-ends`. */
export const wholeWeights = {
  bias: -6.13,
  weights: [-0.27, 0.45, 0.7, 0.79, -0.96, 2.13, -0.43, -0.87, 2.32, 2.48, -1.66, 1, -2.07, -1.45, 0.15, -1.45],
};
