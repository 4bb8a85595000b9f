/** Written by `npm run train:interjections`. */
export const interjectionWeights = {
  bias: 0.5332,
  weights: [1.291, 2.121, 0.9124, -1.005, 0.1103, 0.639, 0.3025, -0.3504, -0.8452, 0.09848, 0.2672, -0.1328, 0.2642],
};
