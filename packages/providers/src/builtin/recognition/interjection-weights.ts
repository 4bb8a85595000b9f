/** Written by `npm run train:interjections`. */
export const interjectionWeights = {
  bias: -0.02932,
  weights: [0.8467, 1.09, 1.745, -0.4558, 1.735],
};
