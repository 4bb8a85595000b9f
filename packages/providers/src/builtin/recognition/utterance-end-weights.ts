/** Written by `npm run train:utterance-ends`. */
export const endWeights = {
  bias: -7.41,
  weights: [-0.5746, 1.417, 1.708, 0.3456, -0.1664, 1.443, -1.504, 0.7464, 1.973, 2.028, -2.02],
};
