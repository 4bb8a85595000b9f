/** Written by `npm run train:interjections`. */
export const choiceWeights = {
  bias: 1.172,
  weights: [0.6951, 0.8646, 0.1289, -0.6312],
};
